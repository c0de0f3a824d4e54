import { describe, expect, it } from 'vitest';
import { sides } from '../order/order.ts';
import { isSource, missingEvidence, recordedDefaults, sourcesFor } from './source-of-funds.ts';

const given = { source: 'savings', hasProof: true, knowsHolder: true };
const nothing = { source: null, hasProof: false, knowsHolder: false };

describe('the source of funds', () => {
  it('has the documented options: nine for a buy, ten for a sell', () => {
    expect(sourcesFor('buy')).toHaveLength(9);
    expect(sourcesFor('sell')).toHaveLength(10);
    expect(sourcesFor('buy').filter((option) => !isSource('sell', option))).toEqual(['cryptocurrency']);
    expect(sourcesFor('sell').filter((option) => !isSource('buy', option))).toEqual([
      'cryptocurrency_trading',
      'crypto_holdings',
    ]);
  });

  it('is not required below the threshold', () => {
    for (const side of sides) expect(missingEvidence(side, false, nothing)).toEqual([]);
  });

  it('is required with its document at the threshold', () => {
    for (const side of sides) {
      expect(missingEvidence(side, true, given)).toEqual([]);
      expect(missingEvidence(side, true, { ...given, source: null })).toEqual(['source_of_funds']);
      expect(missingEvidence(side, true, { ...given, hasProof: false })).toEqual(['source_of_funds_proof']);
    }
    expect(missingEvidence('buy', true, { ...given, knowsHolder: false })).toEqual(['wallet_holder']);
    expect(missingEvidence('buy', true, nothing)).toHaveLength(3);
  });

  it('must be an option of its side', () => {
    expect(missingEvidence('buy', true, { ...given, source: 'crypto_holdings' })).toEqual(['source_of_funds']);
    expect(missingEvidence('sell', true, { ...given, source: 'lottery' })).toEqual(['source_of_funds']);
  });

  it('is recorded with the documented purposes', () => {
    expect(recordedDefaults.buy).toEqual({ purpose: 'crypto_investment', source: 'employment' });
    expect(recordedDefaults.sell).toEqual({ purpose: 'crypto_liquidation', source: 'crypto_holdings' });
  });
});
