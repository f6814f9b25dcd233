/** Mail domains whose addresses no account may get. */
export interface MailDomains {
  /** For an email in its canonical spelling. */
  isBlocked(email: string): boolean;
}

/** Each domain includes its subdomains. */
export function createMailDomains(blocked: readonly string[]): MailDomains {
  const domains = new Set(blocked);
  return {
    isBlocked(email) {
      if (domains.size === 0) return false;
      const labels = email.slice(email.lastIndexOf('@') + 1).split('.');
      return labels.some((_label, index) => domains.has(labels.slice(index).join('.')));
    },
  };
}
