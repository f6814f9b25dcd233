import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

interface LaterProps {
  readonly isWanted: boolean;
  readonly load: () => Promise<ComponentType>;
}

/** A part that only some visits load, after hydration. The page works without it. */
export function Later({ isWanted, load }: LaterProps): ReactNode {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    if (isWanted)
      load().then(
        (loaded) => setPart(() => loaded),
        () => undefined,
      );
  }, [isWanted, load]);
  return Part && <Part />;
}
