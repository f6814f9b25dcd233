import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const id = 'header-slot';

/** A place in the header that the page itself fills. */
export function HeaderSlot(): ReactNode {
  return <div id={id} />;
}

/** Content of the page for that place. */
export function InHeader({ children }: { readonly children: ReactNode }): ReactNode {
  const [slot, setSlot] = useState<Element | null>(null);
  useEffect(() => setSlot(document.getElementById(id)), []);
  return slot === null ? null : createPortal(children, slot);
}
