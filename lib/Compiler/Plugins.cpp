//===- Plugins.cpp - Dialects and operators of plugins ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the dialects of plugins in the context of all kernels, and
// describes their level types for those who have no MLIR.
//
//===----------------------------------------------------------------------===//

#include "Plugins.h"

#include "CompilerContext.h"
#include "DiagnosticRecorder.h"
#include "PluginLibrary.h"

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Notation/FormatText.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace mlir;
using namespace weft;

namespace {
/// Guarded by the lock of the context. Never destroyed, as the context.
struct LoadedPlugins {
  std::set<void *> handles;
  /// The dialects that plugins have registered.
  std::set<std::string> dialects;
  std::shared_ptr<OperatorLibrary> operators;
};
} // namespace

static LoadedPlugins &getLoadedPlugins() {
  static auto *plugins = new LoadedPlugins;
  return *plugins;
}

std::shared_ptr<OperatorLibrary> weft::getPluginOperators() {
  CompilerContext context;
  return getLoadedPlugins().operators;
}

/// The message of an error as a part of another one.
static std::string takeMessage(llvm::Error error) {
  std::string message = llvm::toString(std::move(error));
  StringRef text = message;
  text.consume_front("error: ");
  return text.str();
}

/// Checks that no dialect has the namespace of another one that is loaded:
/// MLIR ends the process then.
static llvm::Error checkDialects(DialectRegistry &registry,
                                 MLIRContext *loaded) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  for (StringRef name : registry.getDialectNames()) {
    Dialect *known = loaded->getLoadedDialect(name);
    Dialect *added = known ? context.getOrLoadDialect(name) : nullptr;
    if (added && added->getTypeID() != known->getTypeID())
      return llvm::createStringError("its dialect '" + name +
                                     "' has the name of another one");
  }
  return llvm::Error::success();
}

/// Registers the dialects and operators of a library.
static llvm::Error registerLibrary(const PluginLibrary &library,
                                   const char *path, MLIRContext *context,
                                   LoadedPlugins &plugins) {
  DialectRegistry registry;
  library.dialects.registerDialectRegistryCallbacks(&registry);
  if (llvm::Error error = checkDialects(registry, context))
    return error;
  context->appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames()) {
    bool isKnown = context->getLoadedDialect(name);
    if (context->getOrLoadDialect(name) && !isKnown)
      plugins.dialects.insert(name.str());
  }
  if (!library.info || !library.info->operators)
    return llvm::Error::success();
  auto operators = OperatorLibrary::parse(
      library.info->operators,
      library.dialects.pluginName ? library.dialects.pluginName : path,
      plugins.operators.get());
  if (!operators)
    return operators.takeError();
  plugins.operators = std::move(*operators);
  return llvm::Error::success();
}

/// Loads a library once. Its formats are returned each time, since the caller
/// may have refused them.
static llvm::Expected<std::vector<runtime::PluginFormat>>
load(const char *path) {
  auto library = openPluginLibrary(path);
  if (!library)
    return library.takeError();
  CompilerContext context;
  LoadedPlugins &plugins = getLoadedPlugins();
  if (!plugins.handles.count(library->handle)) {
    if (llvm::Error error =
            registerLibrary(*library, path, context.get(), plugins))
      return llvm::createStringError("cannot load the plugin '" +
                                     llvm::Twine(path) +
                                     "': " + takeMessage(std::move(error)));
    plugins.handles.insert(library->handle);
  }
  std::vector<runtime::PluginFormat> formats;
  for (size_t number = 0; library->info && number < library->info->numFormats;
       ++number) {
    const PluginFormatInfo &format = library->info->formats[number];
    formats.push_back({format.name, format.levels});
  }
  return formats;
}

runtime::Expected<std::vector<runtime::PluginFormat>>
weft::loadPlugin(const char *path) {
  auto formats = load(path);
  if (!formats)
    return runtime::Status::failure(llvm::toString(formats.takeError()));
  return std::move(*formats);
}

//===----------------------------------------------------------------------===//
// Level types
//===----------------------------------------------------------------------===//

static runtime::ArrayKind getKind(level::LevelArray::Kind kind) {
  switch (kind) {
  case level::LevelArray::Kind::Positions:
    return runtime::ArrayKind::Positions;
  case level::LevelArray::Kind::Coordinates:
    return runtime::ArrayKind::Coordinates;
  case level::LevelArray::Kind::Presence:
    break;
  }
  return runtime::ArrayKind::Presence;
}

/// Parses the attribute of a level type.
static llvm::Expected<level::LevelTypeAttrInterface>
parseLevelType(MLIRContext *context, const std::string &text) {
  StringRef space = StringRef(text).split('.').first;
  if (!context->getLoadedDialect(space))
    return llvm::createStringError(
        "no plugin is loaded that has the level type '" + text +
        "': the loaded ones have the dialects " +
        llvm::join(getLoadedPlugins().dialects, ", "));
  std::string source = "#" + text;
  DiagnosticRecorder recorder(context, source);
  size_t numRead = 0;
  Attribute attribute = parseAttribute(source, context, Type(), &numRead);
  // The excerpt of the attribute would stand beside that of the format.
  if (!attribute)
    return llvm::createStringError(
        StringRef(takeMessage(recorder.takeError("parsing the level type")))
            .split('\n')
            .first);
  auto type = dyn_cast<level::LevelTypeAttrInterface>(attribute);
  if (numRead != source.size() || !type)
    return llvm::createStringError("'" + text + "' is no level type");
  if (isa<level::LevelDialect>(type.getDialect()))
    return llvm::createStringError("'" + text +
                                   "' is no level type of a plugin; those of "
                                   "Weft have letters and names");
  return type;
}

runtime::Expected<runtime::PluginLevelType>
weft::describeLevelType(const std::string &text) {
  CompilerContext context;
  auto type = parseLevelType(context.get(), text);
  if (!type)
    return runtime::Status::failure(takeMessage(type.takeError()));
  runtime::PluginLevelType described;
  llvm::raw_string_ostream os(described.text);
  type->print(os);
  described.text.erase(0, 1);
  described.isUnique = type->isUnique();
  described.isOrdered = type->isOrdered();
  described.isAssembled = type->hasAppend() || type->hasInsert();
  llvm::SmallVector<level::LevelArray> arrays;
  type->getArrays(arrays);
  // Descriptions live as long as the process, as their names do.
  for (const level::LevelArray &array : arrays)
    described.arrays.push_back({strdup(array.name.str().c_str()),
                                getKind(array.kind), array.isForEachPosition});
  return described;
}
