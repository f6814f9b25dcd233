import { useState, type ReactNode } from 'react';
import { openidEndpoints } from '#contract/endpoints/openid.ts';
import { call } from '#web/lib/api.ts';
import type { CallData } from '#web/lib/call-types.ts';
import { useLanguage, useT } from '#web/lib/i18n.tsx';
import { RefusalError } from '#web/lib/refusal-error.ts';
import { handleRefusal } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { AuthCard } from '#web/ui/card.tsx';
import { monitorSmartphone } from '#web/ui/icons.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Row, Rows, Tile } from '#web/ui/rows.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { placeOf } from '#web/widgets/device/device-words.ts';
import { useChosenScopes } from '#web/widgets/oauth-client/chosen-scopes.ts';
import { PersonStrip } from '#web/widgets/oauth-client/person-strip.tsx';
import { ScopeList } from '#web/widgets/oauth-client/scope-list.tsx';
import css from './device-question.module.css';

export type DeviceAsking = CallData<typeof openidEndpoints.findDeviceCode>;

interface DeviceQuestionProps {
  readonly asking: DeviceAsking;
  readonly onOutcome: (outcome: 'allowed' | 'refused') => void;
  /** The code has expired, or another person has answered. */
  readonly onOver: () => void;
}

/** Names the device, its location, and the code to compare before approval (RFC 8628 section 5.4). */
export function DeviceQuestion({ asking, onOutcome, onOver }: DeviceQuestionProps): ReactNode {
  const t = useT();
  const language = useLanguage();
  const [sent, setSent] = useState<'allow' | 'deny'>();
  const { chosen, choose } = useChosenScopes(asking.scopes);
  const { device, userCode, sameNetwork, person } = asking;

  async function answer(given: 'allow' | 'deny'): Promise<void> {
    setSent(given);
    try {
      if (given === 'allow') await call(openidEndpoints.allowDevice, { body: { userCode, scopes: [...chosen] } });
      else await call(openidEndpoints.denyDevice, { body: { userCode } });
      onOutcome(given === 'allow' ? 'allowed' : 'refused');
    } catch (error) {
      setSent(undefined);
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
      <div className={css['stack']}>
        <Rows>
          <Row
            lead={<Tile icon={monitorSmartphone} />}
            title={device.name === '' ? t('dv.noName') : device.name}
            note={[device.model, `${device.os} ${device.osVersion}`.trim(), t('ln.from', { address: placeOf(asking, { t, language }) })]
              .filter((part) => part !== '')
              .join(' · ')}
          />
        </Rows>
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
        <section className={css['scopes']} aria-labelledby="scopes">
          <h2 id="scopes">{t('ln.will')}</h2>
          <ScopeList scopes={asking.scopes} chosen={chosen} onChange={choose} />
        </section>
        <div className={css['answers']}>
          <Button size="lg" busy={sent === 'deny'} disabled={sent === 'allow'} onClick={() => void answer('deny')}>
            {t('ln.deny')}
          </Button>
          <Button variant="primary" size="lg" busy={sent === 'allow'} disabled={sent === 'deny'} onClick={() => void answer('allow')}>
            {t('ln.allow')}
          </Button>
        </div>
      </div>
    </AuthCard>
  );
}
