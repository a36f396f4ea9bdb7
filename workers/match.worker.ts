/** A worker of the runtime's own kind, which all jobs without a script have. */
import { serve } from "../src/pool/bare-threads.ts";
import { drain } from "../src/pool/drain.ts";

serve(drain);
