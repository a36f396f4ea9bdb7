/** The version of swath: in plan files, SARIF, the MCP handshake and `--version`. A test holds it to the package's. */
export const version = "0.1.0";

/** Where to report a bug: there is no address that every copy could name. */
export const bugsPlace = "in the issue tracker of the repository that this swath came from";
