import { paginate } from '../../kernel/pagination.ts';
import { audit, auditView, byStaff } from '../../platform/audit.ts';
import { isSamePerson } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import { findCustomerOrders } from '../trading/order/customer-orders.ts';
import { findCustomers, findFiles, findNotes, findProfile, insertNote } from './customer-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { identityPermissions } from './permissions.ts';
import { findSubmissions } from './review-store.ts';
import { AddCustomerNote, CustomerOrdersPage, CustomerRef, SearchCustomers } from './schema.ts';
import type { CustomerList, CustomerOrders, CustomerPage } from './views.ts';

const pageSize = 50;
const staffProcedure = () => staff(identityPermissions.look);
const customerProcedure = () =>
  staffProcedure().errors(refusalCodes('identity.customer_not_found', 'approvals.own_matter'));

/** Lists customers by name or email, newest first. Audits every page read. */
export const listCustomers = staffProcedure()
  .input(SearchCustomers)
  .handler(async function listCustomers({ context, input }): Promise<CustomerList> {
    const { services, tx } = context;
    const rows = await findCustomers(tx, { ...input, limit: pageSize + 1 });
    const { page: lines, next } = paginate(rows, pageSize, ({ id }) => id);
    // The search text may be personal data and audit entries are permanent, so the entry omits the text.
    const details = { customers: lines.length, searched: input.search !== '', behind: input.after };
    const what = { action: 'customer.listed', subjectType: 'customer', subjectId: 'list', after: details };
    await auditView(tx, services.clock(), { ...byStaff(context), ...what });
    return { lines, next };
  });

/** Returns a customer's profile, files, orders and notes. Audited. Staff cannot open their own account. */
export const showCustomer = customerProcedure()
  .input(CustomerRef)
  .handler(async function showCustomer({ context, input: { userId } }): Promise<CustomerPage> {
    const { tx, person } = context;
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    const found = await findProfile(tx, userId);
    if (!found) return refuse('identity.customer_not_found', {});
    const { status, ...profile } = found;
    const what = { action: 'customer.read', subjectType: 'customer', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what });
    const [submissions, files, { orders, next: moreOrders }, notes] = await Promise.all([
      findSubmissions(tx, userId),
      findFiles(tx, userId),
      findCustomerOrders(tx, userId, null),
      findNotes(tx, userId),
    ]);
    return { profile, status, submissions, files, orders, moreOrders, notes };
  });

/** Returns the customer's next page of orders. Audited. */
export const showCustomerOrders = customerProcedure()
  .input(CustomerOrdersPage)
  .handler(async function showCustomerOrders({ context, input: { userId, before } }): Promise<CustomerOrders> {
    const { tx, person } = context;
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    if (!(await findProfile(tx, userId))) return refuse('identity.customer_not_found', {});
    const found = await findCustomerOrders(tx, userId, before);
    const details = { orders: found.orders.length, behind: before };
    const what = {
      action: 'customer.read',
      subjectType: 'customer',
      subjectId: userId,
      aboutId: userId,
      after: details,
    };
    await audit(tx, { ...byStaff(context), ...what });
    return found;
  });

/** Adds a staff note that the customer never sees. */
export const addNote = customerProcedure()
  .input(AddCustomerNote)
  .handler(async function addNote({ context, input: { userId, note } }) {
    const { services, tx, person } = context;
    if (isSamePerson(person, userId)) return refuse('approvals.own_matter', {});
    if (!(await findProfile(tx, userId))) return refuse('identity.customer_not_found', {});
    const noteId = await insertNote(tx, { userId, by: person.id, note, at: services.clock() });
    const what = { action: 'customer.noted', subjectType: 'customer', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what });
    return { noteId };
  });
