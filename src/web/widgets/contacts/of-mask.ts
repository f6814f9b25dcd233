/**
 * Whether a phone or an email can be the one that the server shows masked: 138****6021, li***@example.com. True if none
 * is shown.
 */
export function isOfMask(value: string, masked: string): boolean {
  const [given, shown] = [value.toLowerCase(), masked.toLowerCase()];
  const stars = shown.indexOf('*');
  if (stars < 0) return shown === '' || given === shown;
  return given.startsWith(shown.slice(0, stars)) && given.endsWith(shown.slice(shown.lastIndexOf('*') + 1));
}
