/** The page that unbinds a phone, an email or a social account on narrow screens. */
export function unbindPage(way: string): string {
  if (way === 'passkey') return '/mobile-passkeys';
  return `/mobile-unbind?${way === 'phone' || way === 'email' ? 'contact' : 'platform'}=${way}`;
}

/** The page that leads to it. */
export function beforeUnbinding(query: URLSearchParams): string {
  const contact = query.get('contact');
  return contact === 'phone' || contact === 'email' ? `/mobile-modify-info/${contact}` : '/mobile-social-accounts';
}
