/** The item beside the present one in a list of ids; undefined at both ends, the first one without a present one. */
export function neighborOf(ids: readonly string[], chosen: string, by: 1 | -1): string | undefined {
  const at = ids.indexOf(chosen);
  return at < 0 ? ids[0] : ids[at + by];
}
