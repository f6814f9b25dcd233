import type { ReactNode } from 'react';
import { shownMask } from '#contract/masks.ts';
import { staffReasons } from '#contract/vocabulary/staff-reasons.ts';
import { failureOf } from '#web/lib/api/failure.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { lastSeenText, momentText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { eye, mail, smartphone } from '#web/ui/marks/icons.ts';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { CheckMessage } from './check-message.tsx';
import { useMessages, useStaffAccess, type Access, type Message } from './transparency.ts';
import css from './transparency-panel.module.css';

/** Everything that we sent to the person, and everything that staff did with the account. */
export function TransparencyPanel(): ReactNode {
  return (
    <Stack>
      <CheckMessage />
      <Messages />
      <StaffAccess />
    </Stack>
  );
}

function Messages(): ReactNode {
  const t = useT();
  return (
    <ListCard
      title={t('tp.msg.h')}
      list={useMessages()}
      renderItem={(message) => <MessageRow key={message.id} message={message} />}
      empty={<Empty icon={mail} title={t('tp.msg.none')} />}
    />
  );
}

function StaffAccess(): ReactNode {
  const t = useT();
  return (
    <ListCard
      title={t('tp.staff.h')}
      list={useStaffAccess()}
      renderItem={(access) => <AccessRow key={access.id} access={access} />}
      empty={<Empty icon={eye} title={t('tp.staff.none')} />}
    />
  );
}

interface ListCardProps<Item> {
  readonly title: string;
  readonly list: Parameters<typeof failureOf>[0] & {
    readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly renderItem: (item: Item) => ReactNode;
  readonly empty: ReactNode;
}

/** A list of several pages in one card. */
function ListCard<Item>({ title, list, renderItem, empty }: ListCardProps<Item>): ReactNode {
  const t = useT();
  const failure = failureOf(list);
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <Card title={title} busy={failure === undefined && items === undefined}>
      {failure !== undefined ? (
        <ErrorCard {...failure} />
      ) : items === undefined ? (
        <Skeleton />
      ) : items.length === 0 ? (
        empty
      ) : (
        <Rows>{items.map((item) => renderItem(item))}</Rows>
      )}
      {list.hasNextPage && (
        <div className={css['older']}>
          <Button variant="text" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('ac.older')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function MessageRow({ message: { title, channel, target, reference, state, at } }: { readonly message: Message }): ReactNode {
  const t = useT();
  const to = t(`tp.to.${channel}`, { target: shownMask(target) });
  return (
    <Row
      lead={<Tile icon={channel === 'email' ? mail : smartphone} tone={state === 'failed' ? 'warning' : 'neutral'} />}
      title={title}
      note={
        <>
          <span className={css['fact']}>{to}</span>
          {state !== 'sent' && <span className={css['fact']}>{t(`tp.s.${state}`)}</span>}
        </>
      }
      action={<End first={reference} at={at} />}
    />
  );
}

function AccessRow({ access: { event, app, agent, reason, caseRef, at } }: { readonly access: Access }): ReactNode {
  const t = useT();
  const known = staffReasons.find((each) => each === reason);
  return (
    <Row
      lead={<Tile icon={eye} />}
      title={t(`tp.a.${event}`, { app: app === '' ? t('ac.gone') : app })}
      note={
        <>
          <span className={css['fact']}>{t('tp.agent', { agent })}</span>
          <span className={css['fact']}>{t('tp.reason', { reason: known === undefined ? reason : t(`tp.r.${known}`) })}</span>
          {caseRef !== '' && <span className={css['fact']}>{t('tp.case', { number: caseRef })}</span>}
        </>
      }
      action={<End first="" at={at} />}
    />
  );
}

/** At the end of a row: the reference and the time. */
function End({ first, at }: { readonly first: string; readonly at: string }): ReactNode {
  return (
    <span className={css['end']}>
      {first !== '' && <span className={css['reference']}>{first}</span>}
      <time dateTime={at} title={momentText(at)}>
        {lastSeenText(at)}
      </time>
    </span>
  );
}
