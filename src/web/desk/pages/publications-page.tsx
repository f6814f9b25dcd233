import { useState } from 'react';
import { deskPublicationsEndpoints } from '#contract/operations/desk/calls/publications.ts';
import { agreementTypes, type AgreementType } from '#contract/account/agreements/agreement-types.words.ts';
import { deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { mayOf, useMe } from '#web/desk/frame/me.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import type { DeskPageProps } from '#web/desk/pages.ts';
import { DraftEditor } from '#web/desk/publications/draft-editor.tsx';
import { perform } from '#web/desk/rooms/act.tsx';
import { Shown } from '#web/desk/rooms/loaded.tsx';
import css from '#web/desk/rooms/rooms.module.css';
import { Table } from '#web/desk/rooms/table.tsx';
import { Day, Moment } from '#web/desk/rooms/values.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { t } from '#web/desk/texts.ts';
import { useDeskCall } from '#web/desk/use-desk-call.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { scrollText } from '#web/ui/marks/icons.ts';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { Card } from '#web/ui/layout/card.tsx';

type Publications = DeskData<typeof deskPublicationsEndpoints.deskPublications>;

const path = '/desk/publications';

/** Agreements: drafts, and what was published; below it one draft. */
export function PublicationsPage({ rest }: DeskPageProps) {
  return rest === '' ? <List /> : <OneDraft key={rest} id={rest} />;
}

function OneDraft({ id }: { readonly id: string }) {
  const draft = useDeskCall(`draft ${id}`, () => deskCall(deskPublicationsEndpoints.deskDraft, { params: { id } }));
  return (
    <>
      <PageTitle
        title={t('dk.pub.draft')}
        actions={
          <Link variant="bare" href={path}>
            {t('dk.pub.all')}
          </Link>
        }
      />
      <Shown of={draft}>{(data) => <DraftEditor key={`${data.version} ${data.state}`} draft={data} onChanged={draft.reload} />}</Shown>
    </>
  );
}

function List() {
  const me = useMe();
  const all = useDeskCall('publications', () => deskCall(deskPublicationsEndpoints.deskPublications));
  const [busy, setBusy] = useState(false);
  const begin = async (types: readonly AgreementType[]) => {
    setBusy(true);
    await perform(async () => {
      const { id } = await deskCall(deskPublicationsEndpoints.deskNewDraft, { body: { types: [...types] } });
      navigate(`${path}/${id}`);
    });
    setBusy(false);
  };
  return (
    <>
      <PageTitle
        title={t('dk.nav.publications')}
        lead={t('dk.pub.lead')}
        actions={
          mayOf(me, 'publication.draft') === 'may' && (
            <span className={css['row']}>
              {agreementTypes.map((type) => (
                <Button key={type} size="sm" busy={busy} onClick={() => void begin([type])}>
                  {t(`dk.pub.new.${type}`)}
                </Button>
              ))}
            </span>
          )
        }
      />
      <Shown of={all}>
        {(data) => (
          <div className={css['cards']}>
            <Card title={t('dk.pub.drafts')} pad>
              {data.drafts.length === 0 ? <Empty icon={scrollText} title={t('dk.pub.none')} /> : <Drafts drafts={data.drafts} />}
            </Card>
            <Card title={t('dk.pub.published')} pad>
              <Published publications={data.publications} now={data.now} />
            </Card>
          </div>
        )}
      </Shown>
    </>
  );
}

function versionsText(versions: Publications['drafts'][number]['versions']): string {
  return versions.map(({ type, version }) => `${t(`dk.pub.${type}`)} ${version}`.trim()).join(' · ');
}

function Drafts({ drafts }: Pick<Publications, 'drafts'>) {
  return (
    <Table label={t('dk.pub.drafts')} heads={['dk.pub.what', 'dk.st.state', 'dk.pub.saved', 'dk.pub.at']}>
      {drafts.map(({ id, versions, state, author, savedAt, publishAt }) => (
        <tr key={id}>
          <th scope="row">
            <Link variant="bare" href={`${path}/${id}`}>
              {versionsText(versions)}
            </Link>
          </th>
          <td>{t(`dk.pub.state.${state}`)}</td>
          <td>
            <Moment at={savedAt} /> <span className={css['muted']}>{author}</span>
          </td>
          <td>{publishAt === null ? '–' : <Moment at={publishAt} />}</td>
        </tr>
      ))}
    </Table>
  );
}

function Published({ publications, now }: Pick<Publications, 'publications' | 'now'>) {
  return (
    <Table label={t('dk.pub.published')} heads={['dk.pub.number', 'dk.pub.what', 'dk.pub.publishedAt', 'dk.pub.force', 'dk.pub.asks']}>
      {publications.map(({ number, versions, publishedAt, effectiveAt, laterUntil }) => (
        <tr key={number}>
          <th scope="row">{number}</th>
          <td>{versionsText(versions)}</td>
          <td>
            <Moment at={publishedAt} />
          </td>
          <td className={effectiveAt > now ? css['warn'] : undefined}>
            <Day at={effectiveAt} />
          </td>
          <td>{laterUntil === null ? t('dk.pub.asks.no') : <Day at={laterUntil} />}</td>
        </tr>
      ))}
    </Table>
  );
}
