import { developerScopes, type DeveloperScope } from '#contract/vocabulary/scopes.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Tile } from '#web/ui/layout/badge.tsx';
import { scopeWords } from '#web/widgets/oauth-client/scopes.ts';
import { SectionHead } from '../section-head.tsx';
import css from '../app-secrets/app-secrets.module.css';

/** The claims that come with a scope (OpenID Connect Core 5.4). */
const claims: Readonly<Record<DeveloperScope, string>> = {
  openid: 'sub',
  profile: 'name, nickname, preferred_username, picture, locale, updated_at',
  email: 'email, email_verified',
  phone: 'phone_number, phone_number_verified',
  address: 'address',
  offline_access: 'refresh_token',
};

/** /developer/scopes: every scope with the words of the consent page and its claims. */
export function ScopeGuide() {
  const t = useT();
  return (
    <>
      <SectionHead lead="dc.sc.sub" />
      <Card>
        <Rows>
          {developerScopes.map((scope) => (
            <Row
              key={scope}
              lead={<Tile icon={scopeWords[scope].icon} />}
              title={
                <span className={css['title']}>
                  <code>{scope}</code>
                  <span>{t(scopeWords[scope].text)}</span>
                </span>
              }
              note={<code>{claims[scope]}</code>}
            />
          ))}
        </Rows>
      </Card>
    </>
  );
}
