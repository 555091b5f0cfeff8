// Swagger UI over the service's own description. Nothing is asked of any other host: no validator badge.
window.ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  validatorUrl: null,
});
