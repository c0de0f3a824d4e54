import type { ComponentType } from 'react';
import { type Act, isFor } from '../../kernel/acts.ts';
import { Notice } from '../notice.tsx';
import { type DeskPerson, useDeskPerson } from './frame.tsx';

/** In place of what is one's own: the server gives it to nobody from this side. */
export const OwnMatter = ({ what }: { what: string }) => (
  <>
    <h1 className="title">Your own</h1>
    <Notice kind="wait">{what}</Notice>
  </>
);

/** In place of what a role does not read: said, not hidden, since everybody here is of the staff. */
export const NotForRole = ({ what, who }: { what: string; who: string }) => (
  <div className="panel">
    <div className="in">
      <h1 className="title">{what}</h1>
      <Notice>Your role does not include this. {who} read it.</Notice>
    </div>
  </div>
);

type Reading = { readonly act: Act; readonly what: string; readonly who: string };

/** A page for whoever may do this; everybody else of the staff finds in its place who reads it. */
export const forRole = ({ act, what, who }: Reading, Page: ComponentType<{ person: DeskPerson }>) =>
  function PageForRole() {
    const person = useDeskPerson();
    return isFor(act, person.roles) ? <Page person={person} /> : <NotForRole what={what} who={who} />;
  };
