"""One window of Qt's WebEngine. The first argument is the major version of Qt; the port is in the environment."""
import importlib
import sys

qt = "PyQt" + sys.argv[1]
core = importlib.import_module(qt + ".QtCore")
widgets = importlib.import_module(qt + ".QtWidgets")
engine = importlib.import_module(qt + ".QtWebEngineWidgets")

app = widgets.QApplication(sys.argv)
view = engine.QWebEngineView()
view.resize(1280, 900)
view.setUrl(core.QUrl("about:blank"))
view.show()
sys.exit(app.exec() if hasattr(app, "exec") else app.exec_())
