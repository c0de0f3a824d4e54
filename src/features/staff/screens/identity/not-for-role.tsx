import { Notice } from '../../../../ui/notice.tsx';

/** In place of what a role does not read: said, not hidden, since everybody here is of the staff. */
export const NotForRole = () => (
  <div className="panel">
    <div className="in">
      <h1 className="title">Identity checks</h1>
      <Notice>Your role does not include this. Compliance, support or admin read it.</Notice>
    </div>
  </div>
);
