import { platforms } from '#contract/vocabulary/platforms.ts';
import { useT } from '#web/lib/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { AuthCard, Card } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { ErrorCard } from '#web/ui/error-card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { check, chevronDown, keyRound, layoutGrid, logOut, mail, smartphone, user } from '#web/ui/icons.ts';
import { Link } from '#web/ui/link.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Mark, Rings } from '#web/ui/rings.tsx';
import { KeyValue, KeyValues, Row, Rows, Tile } from '#web/ui/rows.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import css from './gallery.module.css';
import { PlatformTile } from '#web/widgets/social/platform-mark.tsx';
import { sections } from './sections.ts';

/** The first button also shows the loading bar. */
export function Buttons({ onLoad }: { readonly onLoad: () => void }) {
  const t = useT();
  return (
    <Card title={sections.buttons} pad>
      <div className={css['row']}>
        <Button variant="primary" onClick={onLoad}>
          {t('btn.save')}
        </Button>
        <Button>{t('btn.cancel')}</Button>
        <Button variant="text" quiet>
          {t('btn.unbind')}
        </Button>
        <Button variant="text">{t('btn.bind')}</Button>
        <Button variant="danger">{t('title.delete')}</Button>
        <Button variant="primary" disabled>
          {t('btn.next')}
        </Button>
        <Button variant="primary" busy>
          {t('btn.continue')}
        </Button>
        <ButtonLink href="/" icon={user} size="sm">
          {t('sys.backHome')}
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Example of a list of actions. */
export function RowsCard() {
  const t = useT();
  return (
    <Card title={sections.rows} note={t('sys.loading')} aside={<Badge tone="warning">{t('btn.set')}</Badge>}>
      <Rows>
        <Row
          lead={<Tile icon={keyRound} />}
          title={t('f.password')}
          note={t('tip.pw.mix')}
          action={<Button size="sm">{t('btn.change')}</Button>}
        />
        <Row lead={<Tile icon={smartphone} />} title={t('f.phone')} value="138 •••• 6021" href="/" />
        <Row lead={<Tile icon={mail} tone="warning" />} title={t('f.email')} action={<Badge tone="success">{t('btn.bind')}</Badge>} />
        <Row lead={<PlatformTile platform={platforms[0]} />} title={t(`social.${platforms[0]}`)} onClick={() => undefined} />
      </Rows>
    </Card>
  );
}

/** Names and values. */
export function Values() {
  const t = useT();
  return (
    <Card
      title={sections.values}
      aside={
        <Link variant="more" href="/">
          {t('btn.view')}
        </Link>
      }
    >
      <KeyValues>
        <KeyValue label={t('title.basic')} value="Lin Qiao" action={<Button variant="text">{t('btn.modify')}</Button>} />
        <KeyValue label={t('region.label')} value={t('region.DE')} />
        <KeyValue label={t('f.email')} empty="—" action={<Button variant="text">{t('btn.set')}</Button>} />
      </KeyValues>
    </Card>
  );
}

/** Empty, loading and failed states. */
export function NothingToShow() {
  const t = useT();
  return (
    <div className={css['three']}>
      <Card>
        <Empty icon={layoutGrid} title={t('title.apps')}>
          {t('sys.404')}
        </Empty>
      </Card>
      <Card busy>
        <Skeleton />
      </Card>
      <Card>
        <ErrorCard reason={t('toast.504')} onRetry={() => undefined} />
      </Card>
    </div>
  );
}

/** Steps, notices, and the card of a person. */
export function Notices() {
  const t = useT();
  return (
    <div className={css['stack']}>
      <Stepper label={t('title.identity')} steps={[t('rc.step1'), t('rc.step2'), t('rc.step3')]} current={1} />
      <Notice tone="accent" title={t('sys.rotate')} />
      <Notice tone="warning" title={t('sys.leave')} action={<Link href="/">{t('btn.view')}</Link>}>
        {t('sys.500')}
      </Notice>
      <Notice tone="danger">{t('sys.500')}</Notice>
      <Notice>{t('msg.expired')}</Notice>
      <Card className={css['hero'] ?? ''}>
        <Rings seed={11} place="corner" />
        <Avatar size="xl" />
        <Avatar size="l" />
        <Avatar />
        <Avatar size="s" />
        <Menu
          label={t('head.menu')}
          trigger={<Icon of={chevronDown} />}
          header={t('title.userCenter')}
          items={[
            { label: t('head.userCenter'), icon: user, href: '/' },
            { label: t('head.logout'), icon: logOut, onSelect: () => undefined },
          ]}
        />
      </Card>
    </div>
  );
}

/** The final cards of flows. */
export function Results() {
  const t = useT();
  return (
    <>
      <AuthCard
        title={t('title.resRegister')}
        lead={t('rs.reg.b')}
        mark={
          <Mark seed={5} size="m" tone="success">
            <Icon of={check} size={30} stroke={2.2} />
          </Mark>
        }
      >
        <ButtonLink variant="primary" size="lg" block href="/">
          {t('rs.home')}
        </ButtonLink>
      </AuthCard>
      <AuthCard
        title={t('title.404')}
        lead={t('sys.404')}
        mark={
          <Mark seed={404} size="l">
            {404}
          </Mark>
        }
      />
    </>
  );
}
