import type { ReactNode } from 'react';
import { questionsOf, useCheckup, useSuggestions } from '#web/widgets/checkup/checkup.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { appsPlace, devicesPlace, homePlace, places, securityPlace, type Place } from '#web/widgets/account/places.ts';
import { useDevices } from '#web/widgets/device/devices.ts';
import { useApps } from '#web/widgets/oauth-client/apps.ts';
import css from './place-rows.module.css';

/** The places of a phone, each with its state. */
export function PlaceRows(): ReactNode {
  const t = useT();
  const stateOf = usePlaceStates();
  const account = useAccount();
  if (account.isLoadingError) return <PendingCard of={account} />;
  return (
    <Card>
      <Rows>
        {places
          .filter((place) => place !== homePlace)
          .map((place) => (
            <Row key={place.mobile} icon={place.icon} title={t(place.label)} value={stateOf(place)} href={place.mobile} />
          ))}
      </Rows>
    </Card>
  );
}

/** No count of 0, and nothing where all is well. */
function usePlaceStates(): (place: Place) => ReactNode {
  const t = useT();
  const { data: checkup } = useCheckup();
  const { data: devices } = useDevices();
  const { data: apps } = useApps();
  const questions = questionsOf(checkup).length;
  const suggestions = useSuggestions().length;
  return (place) => {
    if (place === devicesPlace) return devices?.length || undefined;
    if (place === appsPlace) return apps?.length || undefined;
    if (place !== securityPlace) return undefined;
    if (questions > 0) return <span className={css['asks']}>{t('ck.toConfirm', { n: questions })}</span>;
    return suggestions > 0 ? t(suggestions === 1 ? 'ck.few.one' : 'ck.few', { n: suggestions }) : undefined;
  };
}
