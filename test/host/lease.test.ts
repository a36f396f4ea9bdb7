/** What a commit needs of a read lease: nobody writes while it is held, and who wants to is noticed. */
import { expect, test } from "bun:test";
import * as childProcess from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { bunHost } from "../../src/host/bun.ts";

const host = bunHost();

test.if(host.native.lease !== undefined)(
  "a writer waits until the lease is given back, and is seen waiting",
  async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "swath-lease-"));
    const file = path.join(directory, "a.txt");
    fs.writeFileSync(file, "before");
    const opened = host.fs.open(file, "read");
    expect([host.native.lease!(opened, "read"), host.native.leaseHolds!(opened)]).toEqual(["held", true]);
    const writer = childProcess.spawn(process.execPath, [
      "-e",
      `require("fs").writeFileSync(${JSON.stringify(file)}, "after")`,
    ]);
    const ended = new Promise((resolve) => writer.on("exit", resolve));
    while (host.native.leaseHolds!(opened)) await Bun.sleep(1);
    expect([fs.readFileSync(file, "utf8"), writer.exitCode]).toEqual(["before", null]);
    host.fs.close(opened);
    expect(await ended).toBe(0);
    expect(fs.readFileSync(file, "utf8")).toBe("after");
    fs.rmSync(directory, { recursive: true });
  },
);
