import { useState, type FormEvent } from 'react';
import { deskAuditEndpoints } from '#contract/operations/desk/calls/audit.ts';
import { DeskRefusal, deskCall, deskFile, type DeskData } from '#web/desk/desk-call.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import { refusalText } from '#web/desk/refusal-text.ts';
import { ActDialog } from '#web/desk/rooms/act.tsx';
import { saveFile } from '#web/desk/save-file.ts';
import { Shown } from '#web/desk/rooms/loaded.tsx';
import { Moment } from '#web/desk/rooms/values.tsx';
import { Table } from '#web/desk/rooms/table.tsx';
import css from '#web/desk/rooms/rooms.module.css';
import { t, type DeskKey } from '#web/desk/texts.ts';
import { useDeskCall } from '#web/desk/use-desk-call.ts';
import { countText, dateText } from '#web/lib/texts/intl.ts';
import { notify } from '#web/lib/page/notify.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { scrollText } from '#web/ui/marks/icons.ts';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { Card } from '#web/ui/layout/card.tsx';

type Row = DeskData<typeof deskAuditEndpoints.deskSearchAudit>['rows'][number];
type Proof = DeskData<typeof deskAuditEndpoints.deskAuditProof>;

const day = 86_400_000;
const searchDays = 31;

/** Filters as they are typed; nothing of them is in the address. */
interface Filters {
  readonly caseRef: string;
  readonly member: string;
  readonly event: string;
  readonly account: string;
  readonly requestId: string;
  /** yyyy-mm-dd of UTC. */
  readonly from: string;
  readonly to: string;
}

const fields = [
  ['caseRef', 'dk.au.case'],
  ['member', 'dk.au.member'],
  ['event', 'dk.au.event'],
  ['account', 'dk.au.account'],
  ['requestId', 'dk.au.request'],
] as const satisfies readonly (readonly [keyof Filters, DeskKey])[];

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Searches the audit trail and shows a row with what holds it in its place. */
export function AuditPage() {
  const [filters, setFilters] = useState<Filters>(() => {
    const now = Date.now();
    return { caseRef: '', member: '', event: '', account: '', requestId: '', from: dateOf(now - 7 * day), to: dateOf(now) };
  });
  const [found, setFound] = useState<{ readonly rows: readonly Row[]; readonly next: string }>();
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<string>();

  async function search(after: string): Promise<void> {
    if (busy) return;
    setBusy(true);
    const { from, to, ...words } = filters;
    const given = Object.fromEntries(Object.entries(words).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])));
    const until = Math.min(Date.parse(to) + day, Date.parse(from) + searchDays * day);
    try {
      const body = { from: Date.parse(from), to: until, ...given, ...(after === '' ? {} : { after }) };
      const { rows, next } = await deskCall(deskAuditEndpoints.deskSearchAudit, { body });
      setFound((before) => ({ rows: [...(after === '' ? [] : (before?.rows ?? [])), ...rows], next }));
      if (after === '') setChosen(undefined);
    } catch (error) {
      if (!(error instanceof DeskRefusal)) throw error;
      notify({ kind: 'warning', text: error.code === 0 ? t('dk.offline') : error.message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <PageTitle title={t('dk.nav.audit')} lead={t('dk.au.note')} />
      <div className={css['cards']}>
        <Card pad>
          <form
            className={css['fields']}
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              void search('');
            }}
          >
            {fields.map(([name, key]) => (
              <label key={name} className={css['field']}>
                {t(key)}
                <input
                  value={filters[name]}
                  autoComplete="off"
                  maxLength={128}
                  title={name === 'account' ? t('dk.au.account.hint') : undefined}
                  onChange={({ currentTarget }) => setFilters({ ...filters, [name]: currentTarget.value })}
                />
              </label>
            ))}
            {(['from', 'to'] as const).map((name) => (
              <label key={name} className={css['field']}>
                {t(`dk.au.${name}`)}
                <input
                  type="date"
                  required
                  value={filters[name]}
                  onChange={({ currentTarget }) => setFilters({ ...filters, [name]: currentTarget.value })}
                />
              </label>
            ))}
            <Button type="submit" variant="primary" size="md" busy={busy}>
              {t('dk.au.search')}
            </Button>
          </form>
        </Card>
        {found !== undefined && (
          <div className={css['columns']}>
            <Card pad>
              <Found rows={found.rows} chosen={chosen} onChoose={setChosen} />
              {found.rows.length === 0 && <Empty icon={scrollText} title={t(found.next === '' ? 'dk.au.none' : 'dk.au.noneYet')} />}
              {found.next !== '' && (
                <Button size="sm" busy={busy} onClick={() => void search(found.next)}>
                  {t('dk.au.more')}
                </Button>
              )}
            </Card>
            {chosen !== undefined && <OpenRow key={chosen} id={chosen} />}
          </div>
        )}
        <Exports from={Date.parse(filters.from)} to={Date.parse(filters.to) + day} />
      </div>
    </>
  );
}

/** Exports of the trail: asked for here, let go by a lead, and taken within a day. */
function Exports({ from, to }: { readonly from: number; readonly to: number }) {
  const exports = useDeskCall('exports', () => deskCall(deskAuditEndpoints.deskExports));
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const take = async (id: string) => {
    setBusy(true);
    await deskFile(deskAuditEndpoints.deskExport, { id }).then(
      (file) => saveFile(file, 'audit-trail.zip'),
      (error: unknown) => notify({ kind: 'warning', text: refusalText(error) }),
    );
    setBusy(false);
  };
  return (
    <Card title={t('dk.au.export')} pad>
      <p>{t('dk.au.export.b')}</p>
      {exports.data?.items.map((item) => (
        <p key={item.id} className={css['row']}>
          <Moment at={item.from} />
          {' – '}
          <Moment at={item.to} />
          <Button size="sm" busy={busy} onClick={() => void take(item.id)}>
            {t('dk.au.export.take')}
          </Button>
        </p>
      ))}
      <Button size="sm" disabled={Number.isNaN(from) || Number.isNaN(to)} onClick={() => setAsking(true)}>
        {t('dk.au.export.ask')}
      </Button>
      {asking && (
        <ActDialog
          title={t('dk.au.export.q')}
          lead={t('dk.au.export.range', { from: dateText(new Date(from), 'day'), to: dateText(new Date(to - day), 'day') })}
          label={t('dk.st.reason')}
          verb={t('dk.pub.ask')}
          act={(reason) => deskCall(deskAuditEndpoints.deskAskExport, { body: { from, to, reason } })}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

interface FoundProps {
  readonly rows: readonly Row[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

function Found({ rows, chosen, onChoose }: FoundProps) {
  if (rows.length === 0) return null;
  return (
    <Table label={t('dk.nav.audit')} heads={['dk.au.time', 'dk.au.event', 'dk.au.who', 'dk.au.seal']} numbers={['dk.au.seal']}>
      {rows.map(({ id, at, event, account, detail, seal }) => (
        <tr key={id}>
          <td>
            <Moment at={at} />
          </td>
          <th scope="row">
            <Button variant="text" size="sm" label={`${event} ${dateText(new Date(at), 'moment')}`} onClick={() => onChoose(id)}>
              {id === chosen ? <b>{event}</b> : event}
            </Button>
          </th>
          <td>
            <code>{memberOf(detail) || account}</code>
          </td>
          <td className={css['number']}>{seal === 0 ? '–' : countText(seal)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The member of staff in the detail of a row. */
function memberOf(detail: string): string {
  if (detail === '') return '';
  const read: unknown = JSON.parse(detail);
  return typeof read === 'object' && read !== null && 'operator' in read ? String(read.operator) : '';
}

function OpenRow({ id }: { readonly id: string }) {
  const opened = useDeskCall(`row ${id}`, () => deskCall(deskAuditEndpoints.deskAuditRow, { body: { id } }));
  const [proof, setProof] = useState<Proof>();
  return (
    <Card title={t('dk.au.row')} pad>
      <Shown of={opened}>
        {({ row, seal, isAsWritten, neighbors }) => (
          <>
            <p className={isAsWritten ? css['good'] : css['bad']}>{t(isAsWritten ? 'dk.au.asWritten' : 'dk.au.changed')}</p>
            <p>
              {seal === null
                ? t('dk.au.unsealed')
                : t('dk.au.sealed', {
                    n: countText(seal.number),
                    rows: countText(seal.rows),
                    time: dateText(new Date(seal.sealedAt), 'moment'),
                  })}
            </p>
            <dl className={css['facts']}>
              <dt>{t('dk.au.event')}</dt>
              <dd>{row.event}</dd>
              <dt>{t('dk.au.request')}</dt>
              <dd>
                <code>{row.requestId}</code>
              </dd>
              <dt>{t('dk.au.account')}</dt>
              <dd>
                <code>{row.account}</code>
              </dd>
              <dt>{t('dk.au.detail')}</dt>
              <dd>
                <pre className={css['json']}>{row.detail}</pre>
              </dd>
              <dt>{t('dk.au.neighbors')}</dt>
              <dd>
                <ul className={css['diff']}>
                  {neighbors.map((each) => (
                    <li key={each.id}>
                      <Moment at={each.at} kind="time" /> {each.event}
                    </li>
                  ))}
                </ul>
              </dd>
            </dl>
            {seal !== null && (
              <div className={css['foot']}>
                <Button
                  size="sm"
                  onClick={() => void deskCall(deskAuditEndpoints.deskAuditProof, { body: { id } }).then(setProof, () => undefined)}
                >
                  {t('dk.au.prove')}
                </Button>
              </div>
            )}
            {proof !== undefined && <ShownProof proof={proof} seal={row.seal} />}
          </>
        )}
      </Shown>
    </Card>
  );
}

function ShownProof({ proof, seal }: { readonly proof: Proof; readonly seal: number }) {
  const { rows, seals, reachesHead } = proof;
  const last = seals.at(-1)?.['number'] ?? seal;
  const href = `data:application/json,${encodeURIComponent(JSON.stringify(proof, null, 2))}`;
  return (
    <>
      <output>{t('dk.au.proof', { rows: rows.length, seal: countText(seal), seals: seals.length, head: countText(Number(last)) })}</output>
      {!reachesHead && <p className={css['warn']}>{t('dk.au.proofShort')}</p>}
      <a href={href} download={`proof-${proof.row}.json`}>
        {t('dk.au.save')}
      </a>
    </>
  );
}
