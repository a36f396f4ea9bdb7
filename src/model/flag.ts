/** How an option and its value are written on a command line. */

/** The flag of an option, without the dashes before it. */
export function flagName(option: string): string {
  return option.replaceAll("_", "-");
}

/** The flag of an option as it is typed. */
export function flagOf(option: string): string {
  return `--${flagName(option)}`;
}

/** What a suffix of a size multiplies it by. */
export const byteUnits: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** The bytes that a size with or without a suffix stands for; undefined for text that is no size. */
export function bytesOf(size: string): number | undefined {
  const [, digits, suffix] = /^(\d+)([KMG]?)$/i.exec(size) ?? [];
  const bytes = Number(digits) * (byteUnits[suffix?.toUpperCase() ?? ""] ?? 1);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

export const sizeAdvice = "Write bytes, or use a suffix: 500K, 10M, 2G.";
