/** Writes the reference pages: `bun docs/build.ts`. */
import * as fs from "node:fs";
import * as path from "node:path";
import { referencePages } from "./pages.ts";

for (const [name, text] of Object.entries(referencePages())) fs.writeFileSync(path.join(import.meta.dir, name), text);
