/** A worker of the runtime's own kind, for jobs that are done sooner than a pool of threads starts. */
import { serve } from "../src/pool/bare-threads.ts";
import { drain } from "../src/pool/drain.ts";

serve(drain);
