import { Notice } from '../notice.tsx';

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
