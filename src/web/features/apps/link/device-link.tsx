import { useState, type ReactNode, useId } from 'react';
import { useLayout } from '#web/lib/page/layout.ts';
import { useQuery } from '#web/lib/page/router.ts';
import { useT, useLanguage, type Translate } from '#web/lib/texts/i18n.tsx';
import { ButtonLink, Button } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { check, x, monitorSmartphone } from '#web/ui/marks/icons.ts';
import { Mark } from '#web/ui/layout/mark.tsx';
import { devicesPlace } from '#web/widgets/account/places.ts';
import { clean } from '#contract/rules/clean.ts';
import { openidEndpoints } from '#contract/apps/openid/openid.ts';
import { userCodeRules } from '#contract/rules/user-code.ts';
import { call } from '#web/lib/api/api.ts';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import type { CallData } from '#web/lib/api/call-types.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Tile } from '#web/ui/layout/badge.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { networkName, placeName } from '#web/widgets/device/device-words.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { AnswerButtons, type Answer } from '#web/widgets/oauth-client/answer-buttons.tsx';
import { useChosenApis } from '#web/widgets/oauth-client/chosen-apis.ts';
import { useChosenScopes } from '#web/widgets/oauth-client/chosen-scopes.ts';
import { PersonStrip } from '#web/widgets/oauth-client/person-strip.tsx';
import { ScopeList } from '#web/widgets/oauth-client/scope-list.tsx';
import { NumberChoices } from '#web/widgets/qr/number-choices.tsx';
import { withSeparateConsent } from '#web/widgets/separate-consents/with-separate-consent.ts';
import css from './device-question.module.css';

/** /link: a device is signed in with the code that it shows (RFC 8628 section 3.3); `?code=` comes from its QR code. */
export function DeviceLink(): ReactNode {
  const code = useQuery().get('code') ?? '';
  return <Steps key={code} code={code} />;
}

/** Code, question, outcome. A code from the URL needs a press, so that no link leads into an approval unnoticed. */
function Steps({ code }: { readonly code: string }): ReactNode {
  const t = useT();
  const devicesHref = devicesPlace[useLayout()];
  const [asking, setAsking] = useState<DeviceAsking>();
  const [outcome, setOutcome] = useState<'allowed' | 'refused' | 'mismatch'>();
  if (outcome === 'mismatch') {
    return (
      <AuthCard title={t('qr.wrong')} lead={t('qr.wrongB')}>
        <ButtonLink variant="primary" size="lg" block href="/">
          {t('sys.backHome')}
        </ButtonLink>
      </AuthCard>
    );
  }
  if (outcome !== undefined) {
    const isAllowed = outcome === 'allowed';
    return (
      <AuthCard
        title={t(isAllowed ? 'ln.ok.h' : 'ln.no.h')}
        lead={t(isAllowed ? 'ln.ok.b' : 'ln.no.b')}
        mark={<Mark seed={31} size="m" tone={isAllowed ? 'success' : 'neutral'} icon={isAllowed ? check : x} />}
      >
        <ButtonLink variant="primary" size="lg" block href={isAllowed ? devicesHref : '/'}>
          {t(isAllowed ? 'ln.ok.btn' : 'sys.backHome')}
        </ButtonLink>
      </AuthCard>
    );
  }
  if (asking !== undefined) return <DeviceQuestion asking={asking} onOutcome={setOutcome} onOver={() => setAsking(undefined)} />;
  return <CodeForm code={code} onFound={setAsking} />;
}

interface CodeFormProps {
  readonly code: string;
  readonly onFound: (asking: DeviceAsking) => void;
}

/** Takes the code that the device shows, in any spelling. */
function CodeForm({ code, onFound }: CodeFormProps): ReactNode {
  const t = useT();
  const form = useAppForm({
    defaults: { userCode: grouped(code) },
    rules: { userCode: { rules: userCodeRules, normalize: clean.userCode } },
    onSubmit: async ({ userCode }) => onFound(await call(openidEndpoints.findDeviceCode, { body: { userCode } })),
  });
  return (
    <AuthCard title={t('title.link')} lead={t('ln.sub')}>
      <FormShell form={form} submitLabel={t('btn.next')}>
        <TextField
          form={form}
          name="userCode"
          label={t('ln.code')}
          clean={grouped}
          input={{ autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, placeholder: t('ln.ph') }}
        />
      </FormShell>
    </AuthCard>
  );
}

/** ABCD-EFGH, from any typed or pasted text. */
function grouped(typed: string): string {
  const letters = clean.userCode(typed).slice(0, 8);
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}

type DeviceAsking = CallData<typeof openidEndpoints.findDeviceCode>;

interface DeviceQuestionProps {
  readonly asking: DeviceAsking;
  readonly onOutcome: (outcome: 'allowed' | 'refused' | 'mismatch') => void;
  /** The code has expired, or another person has answered. */
  readonly onOver: () => void;
}

/** Names the device, its location, and the code to compare before approval (RFC 8628 section 5.4). */
function DeviceQuestion({ asking, onOutcome, onOver }: DeviceQuestionProps): ReactNode {
  const t = useT();
  const language = useLanguage();
  const [sent, setSent] = useState<Answer>();
  const question = useId();
  const { chosen, choose } = useChosenScopes(asking.scopes);
  const [number, setNumber] = useState<number>();
  const { userCode, sameNetwork, person, choices } = asking;
  const isDesktop = choices.length > 0;
  const apis = useChosenApis(asking.apis, { areOnAtFirst: !isDesktop });

  async function answer(given: Answer): Promise<void> {
    setSent(given);
    try {
      if (given === 'deny') {
        await call(openidEndpoints.denyDevice, { body: { userCode } });
        return onOutcome('refused');
      }
      const body = { userCode, scopes: [...chosen], apis: [...apis.chosen], ...(number === undefined ? {} : { number }) };
      const allowed = await withSeparateConsent(() =>
        withProof({ action: 'allowDevice', target: userCode }, () => call(openidEndpoints.allowDevice, { body })),
      );
      // The person left the proof or the sheet: the question again.
      if (allowed === undefined) setSent(undefined);
      else onOutcome('allowed');
    } catch (error) {
      setSent(undefined);
      if (isRefusal(error, 'qrMismatch')) return onOutcome('mismatch');
      if (error instanceof RefusalError && 'userCode' in error.fields) {
        showToast({ kind: 'warning', text: t('v.userCode.wrong') });
        onOver();
      } else {
        handleRefusal(error);
      }
    }
  }

  return (
    <AuthCard title={t('ln.h')} lead={t('ln.app', { app: asking.app.name[language] })}>
      <Stack>
        <DeviceFacts asking={asking} />
        <div className={css['compare']}>
          <output className={css['code']}>{userCode}</output>
          <p>{t('ln.compare')}</p>
        </div>
        {!sameNetwork && (
          <Notice tone="warning" title={t('ln.other')}>
            {t('ln.otherB')}
          </Notice>
        )}
        <PersonStrip person={person} />
        <ScopeList
          title={t('ln.will')}
          never={t('ln.not')}
          scopes={asking.scopes}
          person={person}
          chosen={chosen}
          onChange={choose}
          apis={apis}
        />
        {isDesktop && (
          <>
            <h2 id={question} className={css['question']}>
              {t('qr.q')}
            </h2>
            <NumberChoices question={question} choices={choices} chosen={number} onChoose={setNumber} />
          </>
        )}
        {isDesktop && number === undefined ? (
          <Button variant="text" quiet busy={sent === 'deny'} onClick={() => void answer('deny')}>
            {t('qr.none')}
          </Button>
        ) : (
          <AnswerButtons sent={sent} onAnswer={answer} labels={{ deny: t('ln.deny'), allow: t('ln.allow') }} />
        )}
      </Stack>
    </AuthCard>
  );
}

function DeviceFacts({ asking }: { readonly asking: DeviceAsking }): ReactNode {
  const t = useT();
  const { name } = asking.device;
  return (
    <div className={css['device']}>
      <Tile icon={monitorSmartphone} />
      <div className={css['about']}>
        <b>{name === '' ? t('dv.noName') : name}</b>
        {aboutDevice(asking, t).map((fact) => (
          <span key={fact} className={css['fact']}>
            {fact}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Model, system, and the place or network of the device. */
function aboutDevice({ device, ...where }: DeviceAsking, t: Translate): readonly string[] {
  const place = placeName(where, t);
  const from = place === undefined ? networkName(where, t) : t('ln.from', { address: place });
  return [device.model, `${device.os} ${device.osVersion}`.trim(), from].filter((fact) => fact !== '');
}
