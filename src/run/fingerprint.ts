/** What makes two applies the same one: the same request on the same root. */
import type { Host } from "../host/host.ts";
import type { Request } from "../model/request.ts";
import type { EngineSpec } from "../model/spec.ts";

/** SHA-256, lower-case hexadecimal. Verb, guards, budgets and output play no part: they do not change what would be written. */
export function fingerprint(request: Request, spec: EngineSpec, workspace: string, host: Host): string {
  const { settings } = request;
  const said = [
    spec,
    scriptText(spec, host),
    request.paths,
    workspace,
    host.cwd,
    settings.files_from,
    settings.type,
    settings.type_not,
    settings.glob,
    settings.hidden,
    settings.ignore,
    settings.follow,
    settings.encoding,
    settings.changed,
    settings.staged,
    settings.since,
    settings.paths,
  ];
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(said)).digest("hex");
}

/** The request only names its script. */
function scriptText(spec: EngineSpec, { fs }: Host): string | undefined {
  if (!("script" in spec) || !spec.script) return undefined;
  try {
    return new TextDecoder().decode(fs.readFile(spec.script.file));
  } catch {
    return undefined;
  }
}
