/** A phone as the account pages show it, its middle hidden. */
export function phoneAsShown(phone: string): RegExp {
  return new RegExp(`${phone.slice(0, 3)} ?•+ ?${phone.slice(-4)}`);
}
