import type * as Yaml from "yaml";

/** The package for YAML. It takes longer to load than a small run, and threads that get documents already read never ask. */
export function yaml(): typeof Yaml {
  return require("yaml") as typeof Yaml;
}
