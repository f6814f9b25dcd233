/** The name of a time zone as its database writes it, with blanks: the same in every language, and known to people who set clocks. */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ');
}
