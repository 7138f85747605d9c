export { createDashboard, type Dashboard } from "./create-dashboard.ts";
export { SIGN_IN_FORM_PATH, type SignInRefusal } from "./first-frame.ts";
