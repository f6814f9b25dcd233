/**
 * The source file of a screen by the name that routes use: `shared/sign-in/login` is a screen, `account/deletion/receipt-card`
 * a panel of a feature that is a page.
 */
export function screenFile(name: string): string {
  return `${/^(?:desktop|mobile|shared)\//.test(name) ? 'screens' : 'features'}/${name}.tsx`;
}
