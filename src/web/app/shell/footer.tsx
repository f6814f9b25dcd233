import { languageOfRegion } from '#contract/vocabulary/languages.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { htmlLang } from '#web/lib/texts/language.ts';
import { opensBeside } from '#web/lib/page/vendor.ts';
import { classes } from '#web/ui/classes.ts';
import { Link } from '#web/ui/controls/link.tsx';
import css from './footer.module.css';
import { Popover } from '#web/ui/controls/popover.tsx';

const year = new Date().getFullYear();

interface FooterProps {
  /** On a page with a single card: with the way to freeze a stolen account. */
  readonly bare?: boolean;
  /** As wide as the Developer Center. */
  readonly isBroad?: boolean;
  /** On a page of the signed-in application: narrow screens show no footer there. */
  readonly inApp?: boolean;
}

/** Links, the QR code for following, the agreements, and the filings verbatim in every language (spec 1). */
export function Footer({ bare = false, isBroad = false, inApp = false }: FooterProps) {
  const t = useT();
  const { brand, hosts, features } = appConfig();
  // Filings belong to Mainland China and are in its language.
  const filingsLang = htmlLang(languageOfRegion('CN'));
  const places = [
    { title: t('foot.home'), url: hosts.homepage },
    { title: t('foot.dev'), url: hosts.developerPlatform },
    { title: t('foot.community'), url: hosts.community },
  ];
  return (
    <footer className={classes(css['footer'], isBroad && css['broad'], inApp && css['inApp'])}>
      <div className={css['inner']}>
        <span className={css['group']}>
          {places.map(({ title, url }) => url !== '' && <Out key={title} url={url} title={title} />)}
          {features.followQr && <FollowUs />}
        </span>
        <span className={css['group']}>
          {bare && (
            <Link variant="bare" href="/freeze">
              {t('head.stolen')}
            </Link>
          )}
          <Link variant="bare" href="/agreement/server">
            {t('foot.terms')}
          </Link>
          <Link variant="bare" href="/agreement/private">
            {t('foot.privacy')}
          </Link>
        </span>
        <span className={css['group']} suppressHydrationWarning>
          {t('foot.copy', { year })}
        </span>
        <span className={css['group']}>
          {brand.filings.map(({ kind, text, url }) =>
            url === '' ? (
              <span key={kind} lang={filingsLang}>
                {text}
              </span>
            ) : (
              <a key={kind} href={url} lang={filingsLang} target={opensBeside(url) ? '_blank' : undefined}>
                {text}
              </a>
            ),
          )}
        </span>
      </div>
    </footer>
  );
}

function Out({ url, title }: { readonly url: string; readonly title: string }) {
  return (
    <Link variant="bare" href={url} newTab={opensBeside(url)}>
      {title}
    </Link>
  );
}

/**
 * The QR code for following on a social app: on a white tile in both themes, drawn by the server, loaded on display.
 */
function FollowUs() {
  const t = useT();
  return (
    <Popover trigger={t('foot.follow')} className={css['trigger']} align="centre" hover pad>
      <img src="/follow-qr.svg" alt={t('foot.followHint')} width={160} height={160} loading="lazy" className={css['code']} />
      <p className={css['hint']}>{t('foot.followHint')}</p>
    </Popover>
  );
}
