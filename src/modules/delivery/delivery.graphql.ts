import { mutation } from '../../graphql/operations.js';
import { ReportStateRef } from '../job/report-state.graphql.js';
import { withdrawRealityReport } from './withdraw-reality-report.js';

mutation(withdrawRealityReport, ReportStateRef);
