/** The 12 digits of an account's ID in groups of four. */
export function groupedId(id: string): string {
  return id.replace(/(\d{4})(?=\d)/g, '$1 ');
}
