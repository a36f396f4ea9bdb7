/** The same on a thread of the runtime's own kind. */
import { serve } from "../../../../src/pool/bare-threads.ts";
import task from "../exits.ts";

serve(task);
