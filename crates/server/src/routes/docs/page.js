// Shows openapi.yaml. A key that is tried stays in this page and is gone with it.
SwaggerUIBundle({
  url: "/api/v1/openapi.yaml",
  dom_id: "#interface",
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  queryConfigEnabled: false,
  validatorUrl: null,
});
