import { useState, type ReactNode } from 'react';
import { shownMask } from '#contract/masks.ts';
import { staffReasons } from '#contract/vocabulary/staff-reasons.ts';
import type { Loading } from '#web/lib/api/failure.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { listText } from '#web/lib/texts/intl.ts';
import { atStart, exactText, lastSeenText } from '#web/lib/texts/time-text.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { OpenRow, OpenRows, RowActs } from '#web/ui/layout/open-row.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { user } from '#web/ui/marks/icons.ts';
import { Facts, type Fact } from '#web/widgets/page/facts.tsx';
import { useMessages, useStaffAccess, type Access, type Message } from './transparency.ts';
import css from './transparency-panel.module.css';

interface TransparencyPanelProps {
  /** Asks staff about one of their acts, in words that say which. */
  readonly onAsk: (act: string) => void;
}

/** Everything that staff did with the account, and everything that we sent to the person. */
export function TransparencyPanel({ onAsk }: TransparencyPanelProps): ReactNode {
  const t = useT();
  const staffAccess = useStaffAccess();
  return (
    <Stack>
      <ListCard
        title={t('tp.staff.h')}
        list={staffAccess}
        rows={(found: readonly Access[]) => found.map((access) => <AccessRow key={access.id} access={access} onAsk={onAsk} />)}
        empty={t('tp.staff.none')}
        note={staffAccess.data?.pages[0]?.mayBeLate === true ? t('tp.staff.late') : undefined}
      />
      <ListCard
        title={t('tp.msg.h')}
        list={useMessages()}
        rows={(found: readonly Message[]) => foldMessages(found).map((sent) => <MessageRow key={sent[0].id} sent={sent} />)}
        empty={t('tp.msg.none')}
      />
    </Stack>
  );
}

/** Rows of the first view, and of each further one. */
const shownAtOnce = 10;

interface ListCardProps<Item> {
  readonly title: string;
  readonly list: Loading & {
    readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly rows: (items: readonly Item[]) => readonly ReactNode[];
  readonly empty: string;
  readonly note?: string | undefined;
}

/** A list of several pages in one card. */
function ListCard<Item>({ title, list, rows, empty, note }: ListCardProps<Item>): ReactNode {
  const t = useT();
  const [wanted, setWanted] = useState(shownAtOnce);
  const all = list.data && rows(list.data.pages.flatMap(({ items }) => items));
  const showOlder = (): void => {
    setWanted(wanted + shownAtOnce);
    if (all !== undefined && all.length < wanted + shownAtOnce && list.hasNextPage) void list.fetchNextPage();
  };
  return (
    <Card title={title} note={note} busy={list.isPending}>
      {all === undefined ? (
        <Pending of={list} />
      ) : all.length === 0 ? (
        <p className={css['none']}>{empty}</p>
      ) : (
        <OpenRows>{all.slice(0, wanted)}</OpenRows>
      )}
      {(list.hasNextPage || (all?.length ?? 0) > wanted) && (
        <div className={css['older']}>
          <Button variant="text" busy={list.isFetchingNextPage} onClick={showOlder}>
            {t('ac.older')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function MessageRow({ sent }: { readonly sent: Sent }): ReactNode {
  const t = useT();
  const [{ title, at }] = sent;
  return (
    <OpenRow
      title={title}
      fact={atStart(
        listText(
          sent.map((message) => channelText(message, t)),
          'values',
        ),
      )}
      at={at}
      time={atStart(lastSeenText(at))}
    >
      <Facts
        of={sent.flatMap((message): readonly Fact[] => [
          [atStart(channelText(message, t)), exactText(message.at)],
          [t('tp.number'), message.reference],
        ])}
      />
    </OpenRow>
  );
}

/** The channel with the address, and that it did not arrive. */
function channelText({ channel, target, state }: Message, t: Translate): string {
  const to = t(`tp.to.${channel}`, { target: shownMask(target) });
  return state === 'failed' ? t('tp.failed', { to }) : to;
}

function AccessRow({ access, onAsk }: TransparencyPanelProps & { readonly access: Access }): ReactNode {
  const t = useT();
  const { event, app, agent, reason, caseRef, at } = access;
  const title = t(`tp.a.${event}`, { app: app === '' ? t('ac.gone') : app });
  const known = staffReasons.find((each) => each === reason);
  const facts = [
    t('tp.agent', { agent }),
    known === undefined ? reason : t(`tp.r.${known}`),
    caseRef === '' ? '' : t('tp.case', { number: caseRef }),
  ].filter((fact) => fact !== '');
  return (
    <OpenRow icon={user} title={title} fact={facts.join(' · ')} at={at} time={atStart(lastSeenText(at))}>
      <Facts of={[[t('ac.when'), exactText(at)]]} />
      <RowActs>
        <Button size="sm" onClick={() => onAsk([title, ...facts, exactText(at)].join(' · '))}>
          {t('tp.ask')}
        </Button>
      </RowActs>
    </OpenRow>
  );
}

/** Messages about one event, the newest first. */
type Sent = readonly [Message, ...Message[]];

/** How far apart the messages about one event may leave, in milliseconds. */
const apart = 15_000;

/** Messages, newest first, as rows: those of one event leave together, each to another address. */
function foldMessages(messages: readonly Message[]): readonly Sent[] {
  const rows: Sent[] = [];
  for (const message of messages) {
    const index = rows.findIndex((row) => isOfOneEvent(row, message));
    const row = rows[index];
    if (row === undefined) rows.push([message]);
    else rows[index] = [...row, message];
  }
  return rows;
}

function isOfOneEvent([first, ...others]: Sent, message: Message): boolean {
  const isNew = [first, ...others].every(({ target }) => target !== message.target);
  return first.title === message.title && isNew && Math.abs(Date.parse(first.at) - Date.parse(message.at)) <= apart;
}
