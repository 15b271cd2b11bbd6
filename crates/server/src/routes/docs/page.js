// Shows openapi.yaml. A key that somebody enters is only kept in memory, until the page is closed.
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
