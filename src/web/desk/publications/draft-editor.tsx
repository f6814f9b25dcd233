import { useId, useState } from 'react';
import { deskPublicationsEndpoints } from '#contract/operations/desk/calls/publications.ts';
import { defaultLanguage, languageFacts, languages } from '#contract/vocabulary/languages.ts';
import { limits } from '#contract/limits.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { Choice, TextArea, TextInput } from '#web/desk/frame/fields.tsx';
import { mayOf, useMe } from '#web/desk/frame/me.ts';
import { perform } from '#web/desk/rooms/act.tsx';
import css from '#web/desk/rooms/rooms.module.css';
import { ThemeSwitch } from '#web/desk/rooms/theme-switch.tsx';
import { Day, Moment } from '#web/desk/rooms/values.tsx';
import { t } from '#web/desk/texts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { DraftMarks, type Marks } from './draft-marks.tsx';
import { PublishDialog, WithdrawDialog } from './draft-dialogs.tsx';
import { readChanges, readSections, writeChanges, writeSections } from './plain-text.ts';

type Draft = DeskData<typeof deskPublicationsEndpoints.deskDraft>;
type Text = Draft['texts'][number];
type Place = Pick<Text, 'type' | 'region' | 'language'>;
type Preview = DeskData<typeof deskPublicationsEndpoints.deskPreviewDraft>;
type Findings = DeskData<typeof deskPublicationsEndpoints.deskCheckDraft>['findings'];

interface DraftEditorProps {
  readonly draft: Draft;
  readonly onChanged: () => void;
}

/** The place that was open last, kept over a save. */
let lastPlace: Place | undefined;

/** Empty parts are left out. */
function placeText({ type, region, language }: { readonly [Part in keyof Place]: Place[Part] | '' }): string {
  const parts = [
    type !== '' && t(`dk.pub.${type}`),
    region !== '' && t(`dk.pub.region.${region}`),
    language !== '' && languageFacts[language].name,
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

/** A draft: its versions, one of its texts, its faults, and how people will read it. */
export function DraftEditor({ draft, onChanged }: DraftEditorProps) {
  const me = useMe();
  const isOpen = draft.state === 'draft' && mayOf(me, 'publication.draft') === 'may';
  const places = draft.versions.flatMap(({ type }) =>
    regions.flatMap((region) => languages.map((language) => ({ type, region, language }))),
  );
  const [place, setPlace] = useState<Place>(
    () =>
      places.find((one) => placeText(one) === (lastPlace && placeText(lastPlace))) ??
      places[0] ?? { type: 'serverAgreement', region: 'CN', language: defaultLanguage },
  );
  const stored = draft.texts.find((one) => placeText(one) === placeText(place));
  const [marks, setMarks] = useState<Marks>(() => {
    const { asks, effectiveDay, laterUntilDay, versions } = draft;
    return { asks, effectiveDay, laterUntilDay, versions };
  });
  const [findings, setFindings] = useState<Findings>();
  const [preview, setPreview] = useState<Preview>();
  const [asking, setAsking] = useState<'publish' | 'withdraw'>();
  // A text that is left is as it was stored; the marks are of all texts.
  const [isChanged, setChanged] = useState(false);
  const [isMarked, setMarked] = useState(false);
  const params = { id: draft.id };
  const save = (text: Text) =>
    perform(() => deskCall(deskPublicationsEndpoints.deskSaveDraft, { params, body: { version: draft.version, ...marks, text } })).then(
      (isDone) => isDone && onChanged(),
    );
  const choose = (next: Place) => {
    lastPlace = next;
    setPlace(next);
    setPreview(undefined);
    setChanged(false);
  };
  return (
    <>
      <Card
        title={placeText({ ...place, region: '', language: '' })}
        aside={<span className={css['muted']}>{t(`dk.pub.state.${draft.state}`)}</span>}
        pad
      >
        {draft.state === 'approved' && draft.publishAt !== null && (
          <p>
            {t('dk.pub.waits')} <Moment at={draft.publishAt} />
          </p>
        )}
        <DraftMarks
          marks={marks}
          isOpen={isOpen}
          onChange={(next) => {
            setMarks(next);
            setMarked(true);
          }}
        />
        <div className={css['form']}>
          <PlaceChoice places={places} place={place} onChange={choose} />
          <TextForm
            key={placeText(place)}
            text={stored ?? { ...place, title: '', sections: [], changes: [] }}
            isOpen={isOpen}
            onTouch={() => setChanged(true)}
            onSave={save}
          />
        </div>
        <div className={css['foot']}>
          <Button
            onClick={() =>
              void deskCall(deskPublicationsEndpoints.deskCheckDraft, { params, body: {} }).then(({ findings: found }) =>
                setFindings(found),
              )
            }
          >
            {t('dk.pub.check')}
          </Button>
          <Button onClick={() => void deskCall(deskPublicationsEndpoints.deskPreviewDraft, { params, body: place }).then(setPreview)}>
            {t('dk.pub.preview')}
          </Button>
          {draft.state === 'draft' && mayOf(me, 'publication.publish') !== 'no' && (
            <Button variant="primary" disabled={isChanged || isMarked} onClick={() => setAsking('publish')}>
              {t('dk.pub.ask')}
            </Button>
          )}
          {draft.state === 'approved' && mayOf(me, 'publication.withdraw') !== 'no' && (
            <Button onClick={() => setAsking('withdraw')}>{t('dk.pub.withdraw')}</Button>
          )}
        </div>
      </Card>
      {findings !== undefined && <Faults findings={findings} />}
      {preview !== undefined && <Compared preview={preview} title={`${t('dk.pub.preview')} · ${placeText(place)}`} />}
      {asking === 'publish' && <PublishDialog draft={draft} onClose={() => setAsking(undefined)} />}
      {asking === 'withdraw' && <WithdrawDialog draft={draft} onClose={() => setAsking(undefined)} />}
    </>
  );
}

interface PlaceChoiceProps {
  readonly places: readonly Place[];
  readonly place: Place;
  readonly onChange: (place: Place) => void;
}

function PlaceChoice({ places, place, onChange }: PlaceChoiceProps) {
  return (
    <Choice
      label={t('dk.pub.place')}
      value={placeText(place)}
      options={places.map((one) => [placeText(one), placeText(one)])}
      onChange={(chosen) => onChange(places.find((one) => placeText(one) === chosen) ?? place)}
    />
  );
}

interface TextFormProps {
  readonly text: Text;
  readonly isOpen: boolean;
  readonly onTouch: () => void;
  readonly onSave: (text: Text) => Promise<unknown>;
}

function TextForm({ text, isOpen, onTouch, onSave }: TextFormProps) {
  const [title, setTitle] = useState(text.title);
  const [body, setBody] = useState(() => writeSections(text.sections));
  const [changes, setChanges] = useState(() => writeChanges(text.changes));
  const [busy, setBusy] = useState(false);
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value);
    onTouch();
  };
  const save = async () => {
    setBusy(true);
    await onSave({ ...text, title: title.trim(), sections: readSections(body), changes: readChanges(changes) });
    setBusy(false);
  };
  return (
    <>
      <TextInput label={t('dk.pub.title')} value={title} onChange={typed(setTitle)} />
      <TextArea
        label={t('dk.pub.text')}
        hint={t('dk.pub.text.hint', { brand: '{brand}', os: '{os}', supportEmail: '{supportEmail}' })}
        rows={16}
        isLong
        isOpen={isOpen}
        value={body}
        onChange={typed(setBody)}
      />
      <TextArea
        label={t('dk.pub.changes')}
        hint={t('dk.pub.changes.hint')}
        rows={4}
        isOpen={isOpen}
        isLong
        value={changes}
        onChange={typed(setChanges)}
      />
      {isOpen && (
        <div className={css['row']}>
          <Button busy={busy} onClick={() => void save()}>
            {t('dk.pub.save')}
          </Button>
        </div>
      )}
    </>
  );
}

function Faults({ findings }: { readonly findings: Findings }) {
  return (
    <Card title={t('dk.pub.check')} pad>
      {findings.length === 0 ? (
        <output>{t('dk.pub.whole')}</output>
      ) : (
        <ul>
          {findings.map(({ fault, found, ...place }) => (
            <li key={`${placeText(place)} ${fault}`}>
              <b>{placeText(place) || t('dk.pub.dates')}</b> {t(`dk.pub.fault.${fault}`, { n: limits.termsNoticeDays })} {found}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A text as people will read it; what differs from the one in force is marked. */
function Compared({
  preview: { effectiveAt, laterUntil, changes, lines, mail },
  title,
}: {
  readonly preview: Preview;
  readonly title: string;
}) {
  const panel = useId();
  return (
    <Card title={title} aside={<ThemeSwitch panel={panel} />} pad>
      <div id={panel} role="tabpanel" aria-label={title}>
        <p className={css['row']}>
          <span>
            {t('dk.pub.force')} <Day at={effectiveAt} />
          </span>
          {laterUntil === null ? (
            <span>{t('dk.pub.asks.no')}</span>
          ) : (
            <span>
              {t('dk.pub.asks')} <Day at={laterUntil} />
            </span>
          )}
        </p>
        <ul>
          {changes.map(({ kind, text }) => (
            <li key={text}>
              <b>{t(`dk.pub.kind.${kind}`)}</b> {text}
            </li>
          ))}
        </ul>
        {lines.map(({ kind, isHeading, text }, index) => {
          const words = isHeading ? <b>{text}</b> : text;
          const key = `${index} ${kind}`;
          return (
            <p key={key} className={css['compared']}>
              {kind === 'added' && <ins>{words}</ins>}
              {kind === 'removed' && <del>{words}</del>}
              {kind === 'same' && words}
            </p>
          );
        })}
        {mail !== null && (
          <section className={css['preview']} aria-labelledby={`${panel}-mail`}>
            <div className={css['previewHead']}>
              <h3 id={`${panel}-mail`}>{t('dk.pub.mail')}</h3>
            </div>
            <p>
              <b>{mail.subject}</b>
            </p>
            <p className={css['compared']}>{mail.text}</p>
          </section>
        )}
      </div>
    </Card>
  );
}
