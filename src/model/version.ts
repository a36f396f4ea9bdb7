/** The version of swath: in plan files, SARIF, the MCP handshake and `--version`. A test holds it to the package's. */
export const version = "0.1.0";
