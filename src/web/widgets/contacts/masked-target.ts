/** A phone number or an email address with its middle hidden: "138 •••• 6021", "l•••o@example.com". */
export function maskedTarget(target: string): string {
  const at = target.lastIndexOf('@');
  if (at < 0) return `${target.slice(0, 3)} •••• ${target.slice(-4)}`;
  const [local, domain] = [target.slice(0, at), target.slice(at)];
  return `${local.slice(0, 1)}•••${local.length > 2 ? local.slice(-1) : ''}${domain}`;
}
