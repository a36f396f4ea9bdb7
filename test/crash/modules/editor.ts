/** A program that edits one file again and again, as editors do: it adds a line to what it reads and saves, by turns into the file and over it. Tells each edit with the one it had read last. */
import * as fs from "node:fs";

const [file, times] = [process.argv[2]!, Number(process.argv[3])];

for (let edit = 1; edit <= times; edit++) {
  const read = fs.readFileSync(file, "utf8");
  const text = `${read}edit ${edit}\n`;
  if (edit % 3 === 0) {
    fs.writeFileSync(`${file}.save`, text);
    fs.renameSync(`${file}.save`, file);
  } else {
    const opened = fs.openSync(file, "r+");
    fs.ftruncateSync(opened, 0);
    fs.writeSync(opened, text, 0);
    fs.closeSync(opened);
  }
  fs.writeSync(1, `${edit} ${/\d*$/.exec(read.trim())![0]}\n`);
  Bun.sleepSync(Math.random() * 4);
}
