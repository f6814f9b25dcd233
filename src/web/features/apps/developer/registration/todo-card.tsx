import { useState, type ReactNode } from 'react';
import type { ReviewTask } from '#contract/apps/developer/developer.words.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { classes } from '#web/ui/classes.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Hidden } from '#web/ui/feedback/hidden.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { circle, circleCheck } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { DomainDialog, domainOf } from '../settings/domain-dialog.tsx';
import { sectionPath } from '../sections.ts';
import css from './todo-card.module.css';
import type { OwnApp } from '../use-developer.ts';

const securityPages = { desktop: '/pc-security', mobile: '/mobile-account-home' } as const;

/** Missing steps before the app goes live, each with the place where it is done. */
export function TodoCard({ app }: { readonly app: OwnApp }): ReactNode {
  const t = useT();
  const done = app.todo.filter((each) => each.done).length;
  return (
    <Card title={t('dc.todo.h')} aside={<span className={css['count']}>{t('dc.todo.count', { n: done, all: app.todo.length })}</span>}>
      <ul className={css['list']}>
        {app.todo.map((each) => (
          <li key={each.task} className={classes(each.done && css['done'])}>
            <Icon of={each.done ? circleCheck : circle} />
            <span>
              {nameOf(app, each.task, t)}
              <Hidden> {t(each.done ? 'dc.todo.done' : 'dc.todo.missing')}</Hidden>
            </span>
            {!each.done && <Way app={app} task={each.task} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A domain has its name from the home page. */
function nameOf(app: OwnApp, task: ReviewTask, t: Translate): string {
  const domain = domainOf(app);
  return task === 'domain' && domain === '' ? t('dc.todo.home') : t(`dc.todo.${task}`, { domain });
}

function Way({ app, task }: { readonly app: OwnApp; readonly task: ReviewTask }): ReactNode {
  const t = useT();
  const layout = useLayout();
  const [open, setOpen] = useState(false);
  const name = nameOf(app, task, t);
  if (task === 'domain' && domainOf(app) !== '') {
    return (
      <>
        <LinkButton label={`${t('dc.todo.prove')}: ${name}`} onClick={() => setOpen(true)}>
          {t('dc.todo.prove')}
        </LinkButton>
        <DomainDialog app={app} open={open} onClose={() => setOpen(false)} />
      </>
    );
  }
  const href = task === 'two' ? securityPages[layout] : sectionPath(app.clientID, task === 'try' ? 'try' : 'settings');
  return (
    <Link href={href} label={`${t('dc.todo.open')}: ${name}`}>
      {t('dc.todo.open')}
    </Link>
  );
}
