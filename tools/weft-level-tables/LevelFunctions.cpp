//===- LevelFunctions.cpp - Code of level functions -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a function around each operation that stands for a level function, and
// lowers it as a kernel is lowered. A level type that cannot stand below a
// dense level of rows is tried in formats that suit other types.
//
//===----------------------------------------------------------------------===//

#include "LevelFunctions.h"

#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"
#include "weft/Conversion/Passes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;

namespace {
/// What a level function takes and gives back.
enum class Phase {
  /// Takes a stored tensor.
  Read,
  /// Makes a builder.
  Init,
  /// Takes a builder and gives its next state; that of a format with slots
  /// places.
  Assemble,
  /// Only looks at such a builder.
  Look,
  /// Takes a builder that counts and gives its next state, or one that places.
  Count,
  Scan,
  /// Takes a builder that places, and gives its next state or nothing.
  Place,
  LookPlace,
  /// Takes a builder and gives a tensor.
  Finalize
};

/// A level function as an operation. `$s` is the tensor, `$l` the level, `$i`
/// the coordinate, `$a` those of the levels above, `$c` all of them, `$d` those
/// of all levels but slots, and `$n` the sizes; capitals are in parentheses.
struct LevelFunction {
  StringRef name;
  /// Parameters besides the tensor, separated by commas.
  StringRef parameters;
  StringRef operation;
  /// The types of the results behind the tensor's.
  StringRef types;
  Phase phase;
  /// Whether the level type has the function in a format.
  bool (*isThere)(level::LevelTypeAttrInterface type, level::FormatAttr format,
                  int64_t level);
};
} // namespace

using LevelType = level::LevelTypeAttrInterface;

static bool hasPositions(LevelType type, level::FormatAttr, int64_t) {
  return type.hasPositionIterate();
}
static bool hasCoordinates(LevelType type, level::FormatAttr, int64_t) {
  return type.hasCoordinateIterate();
}
static bool hasLocate(LevelType type, level::FormatAttr, int64_t) {
  return type.hasLocate();
}
static bool hasSearch(LevelType type, level::FormatAttr, int64_t) {
  return type.hasPositionIterate() && type.isOrdered() &&
         !type.isBranchless() && !type.hasLocate();
}
static bool hasRecover(LevelType type, level::FormatAttr, int64_t) {
  return type.hasRecover();
}
static bool hasAppend(LevelType type, level::FormatAttr, int64_t) {
  return type.hasAppend();
}
static bool hasInsert(LevelType type, level::FormatAttr, int64_t) {
  return type.hasInsert();
}
static bool hasReserve(LevelType type, level::FormatAttr format, int64_t) {
  return format.getNumSlots() == 0 && type.hasInsert();
}
static bool hasAssembly(LevelType type, level::FormatAttr, int64_t) {
  return type.hasAppend() || type.hasInsert();
}
static bool isCounted(LevelType type, level::FormatAttr format, int64_t) {
  return format.getNumSlots() == 0 && isa<ScanEmitterInterface>(type);
}
static bool isPlaced(LevelType type, level::FormatAttr format, int64_t level) {
  return type.hasAppend() && isCounted(type, format, level);
}
static bool hasCounts(LevelType type, level::FormatAttr format, int64_t level) {
  return !type.isBranchless() && isPlaced(type, format, level);
}
static bool numbersSlots(LevelType type, level::FormatAttr format,
                         int64_t level) {
  return format.getNumSlots() != 0 &&
         type.numbersSlots(/*isLeaf=*/level + 1 == format.getNumLevels());
}
static bool isScanned(LevelType type, level::FormatAttr format, int64_t level) {
  bool isTold = format.getNumSlots() != 0 && isa<RowUseEmitterInterface>(type);
  return isTold || isCounted(type, format, level) ||
         numbersSlots(type, format, level);
}

static const LevelFunction kFunctions[] = {
    {"pos_bounds", "pbegin, pend",
     "level.pos_bounds $s level $l under %pbegin to %pend", "index, index",
     Phase::Read, hasPositions},
    {"pos_access", "p, $a", "level.pos_access $s level $l at %p coords$A",
     "index, i1", Phase::Read, hasPositions},
    {"coord_bounds", "p, $a",
     "level.coord_bounds $s level $l under %p coords$A", "index, index",
     Phase::Read, hasCoordinates},
    {"coord_access", "p, $c",
     "level.coord_access $s level $l under %p coords$C", "index, i1",
     Phase::Read, hasCoordinates},
    {"locate", "p, $c", "level.locate $s level $l under %p coords$C",
     "index, i1", Phase::Read, hasLocate},
    {"search", "begin, end, $c",
     "level.search $s level $l in %begin to %end for %$i coords$A", "index",
     Phase::Read, hasSearch},
    {"parent_of", "p, pbegin, pend",
     "level.parent_of $s level $l at %p under %pbegin to %pend", "index",
     Phase::Read, hasRecover},
    {"init", "$n", "level.init$N", "", Phase::Init, hasAssembly},
    {"note_entry", "$d", "level.note_entry $s coords$D", "", Phase::Count,
     numbersSlots},
    {"count", "p, children", "level.count $s level $l under %p of %children",
     "", Phase::Count, hasCounts},
    {"scan", "", "level.scan $s", "", Phase::Scan, isScanned},
    {"take_slot", "$d", "level.take_slot $s coords$D", "index", Phase::Place,
     numbersSlots},
    {"reserve", "p", "level.reserve $s level $l under %p", "", Phase::Assemble,
     hasReserve},
    {"insert_coord", "p, $c",
     "level.insert_coord $s level $l under %p coords$C", "index",
     Phase::Assemble, hasInsert},
    {"next", "", "level.next $s level $l", "index", Phase::Look, hasAppend},
    {"append_coord", "$i", "level.append_coord $s level $l coord %$i", "",
     Phase::Assemble, hasAppend},
    {"append_edges", "p, begin, end",
     "level.append_edges $s level $l under %p from %begin to %end", "",
     Phase::Assemble, hasAppend},
    {"begin", "p", "level.begin $s level $l under %p", "index",
     Phase::LookPlace, hasCounts},
    {"place", "p, $i", "level.place $s level $l at %p coord %$i", "",
     Phase::Place, isPlaced},
    {"finalize", "", "level.finalize $s", "", Phase::Finalize, hasAssembly},
};

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

/// The first format that can have a level of a type and, if the type can be
/// assembled, can be assembled itself.
static std::optional<LevelContext>
getContext(StringRef spelling, LevelType type, MLIRContext &context) {
  // Below rows, below rows of slots, below diagonals, above columns that follow
  // from it, as slots, above slots, and alone.
  static constexpr std::tuple<llvm::StringLiteral, llvm::StringLiteral, int>
      formats[] = {
          {"(i, j) -> (i : dense, j : ", ")", 1},
          {"(i, j) -> (i : compressed(nonunique), j : ", ")", 1},
          {"(i, j) -> (slot : dense, i : dense, j : ", ")", 2},
          {"(i, j) -> (slot : dense, i : range, j : ", ")", 2},
          {"(i, j) -> (slot : dense, i : ", ", j : offset)", 1},
          {"(i, j) -> (i : dense, slot : ", ", j : padded)", 1},
          {"(i, j) -> (i : ", ", slot : dense, j : padded)", 0},
          {"(i) -> (i : ", ")", 0},
      };
  ScopedDiagnosticHandler silent(&context,
                                 [](Diagnostic &) { return success(); });
  for (auto &[before, after, level] : formats) {
    LevelContext result;
    result.format = (before + spelling + after).str();
    result.attr = dyn_cast_or_null<level::FormatAttr>(
        parseAttribute("#level.format<" + result.format + ">", &context));
    result.level = level;
    if (result.attr &&
        (result.attr.isAssembled() || !(type.hasAppend() || type.hasInsert())))
      return result;
  }
  return std::nullopt;
}

/// The names of coordinates, from the outermost level.
static SmallVector<std::string> getCoordinates(const LevelContext &context) {
  SmallVector<std::string> names;
  static constexpr llvm::StringLiteral dims[] = {"i", "j", "slot"};
  level::FormatAttr format = context.attr;
  for (int64_t level = 0; level <= context.level; ++level)
    names.push_back(dims[format.getLevelExpr(level).dim].str());
  return names;
}

/// The names of what a stored tensor becomes: its sizes, the arrays of its
/// levels, and its values. A level under assembly, or that was opened, has more
/// behind its arrays, which `state` names.
static SmallVector<std::string>
getParts(const LevelContext &context, size_t numPartitions, StringRef state) {
  static constexpr llvm::StringLiteral sizes[] = {"M", "N", "slots"};
  SmallVector<std::string> names;
  level::FormatAttr format = context.attr;
  for (int64_t size = 0; size != format.getNumSizes(); ++size)
    names.push_back(sizes[size].str());
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    SmallVector<level::LevelArray> arrays;
    format.getLevelType(level).getArrays(arrays);
    for (const level::LevelArray &array : arrays)
      names.push_back(
          (array.name + Twine(level == context.level ? "" : "'")).str());
  }
  // What is left is between the arrays and the values.
  for (size_t part = 0; names.size() + 1 < numPartitions; ++part)
    names.push_back((state + (part ? Twine(part) : Twine())).str());
  names.push_back("values");
  names.resize(numPartitions);
  return names;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static void replaceAll(std::string &text, StringRef from, StringRef to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

static std::string getValues(ArrayRef<std::string> names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "%" : ", %") + name;
  return text;
}

/// Whether the tensor, or its next state, is the first result.
static bool givesTensor(Phase phase) {
  return phase != Phase::Read && phase != Phase::Look &&
         phase != Phase::LookPlace;
}

/// What a format's tensor is in a phase, and what the phase makes of it.
static std::pair<std::string, std::string>
getTypes(Phase phase, const LevelContext &context) {
  level::FormatAttr format = context.attr;
  std::string tensor = "tensor<";
  for (unsigned dim = 0; dim != format.getDimToLevel().getNumDims(); ++dim)
    tensor += "?x";
  tensor += "f64, #level.format<" + context.format + ">>";
  auto build = [&](StringRef assembly) {
    return ("!level.builder<" + tensor + assembly + ">").str();
  };
  bool hasSlots = format.getNumSlots() != 0;
  std::string state = build(hasSlots ? ", place" : "");
  switch (phase) {
  case Phase::Read:
    return {"!level.storage<" + tensor + ">", ""};
  case Phase::Init:
    return {"", build(hasSlots ? ", count" : "")};
  case Phase::Assemble:
    return {state, state};
  case Phase::Look:
    return {state, ""};
  case Phase::Count:
    return {build(", count"), build(", count")};
  case Phase::Scan:
    return {build(", count"), build(", place")};
  case Phase::Place:
    return {build(", place"), build(", place")};
  case Phase::LookPlace:
    return {build(", place"), ""};
  case Phase::Finalize:
    return {state, tensor};
  }
  llvm_unreachable("unknown phase");
}

/// Fills in what stands for names in the parameters or the operation.
static std::string fillIn(StringRef pattern, const LevelContext &context) {
  SmallVector<std::string> all = getCoordinates(context);
  SmallVector<std::string> above(ArrayRef(all).drop_back());
  SmallVector<std::string> sizes = {"M", "N"}, dims = {"i", "j"};
  sizes.resize(context.attr.getDimToLevel().getNumDims());
  dims.resize(sizes.size());
  std::string text = pattern.str();
  replaceAll(text, "$s", "%s");
  replaceAll(text, "$l", std::to_string(context.level));
  replaceAll(text, "$i", all.back());
  for (auto &[letter, names] :
       {std::pair('c', &all), std::pair('a', &above), std::pair('d', &dims),
        std::pair('n', &sizes)}) {
    replaceAll(text, std::string("$") + letter, llvm::join(*names, ", "));
    replaceAll(text, std::string("$") + char(letter - 'a' + 'A'),
               "(" + getValues(*names) + ")");
  }
  return text;
}

/// A function of one level function, as text.
static std::string getModule(const LevelFunction &function,
                             const LevelContext &context,
                             ArrayRef<StringRef> parameters) {
  auto [taken, given] = getTypes(function.phase, context);
  std::string arguments = taken.empty() ? "" : "%s: " + taken;
  for (StringRef name : parameters)
    arguments += (arguments.empty() ? "%" : ", %") + name.str() + ": index";
  std::string types = given;
  if (!function.types.empty())
    types += (given.empty() ? "" : ", ") + function.types.str();
  // As many results as types: commas inside of types are in brackets.
  size_t count = givesTensor(function.phase) +
                 (function.types.empty() ? 0 : 1 + function.types.count(','));
  std::string results;
  for (size_t result = 0; result != count; ++result)
    results += (result ? ", %r" : "%r") + std::to_string(result);
  return "func.func @f(" + arguments + ") -> (" + types + ") {\n  " + results +
         " = " + fillIn(function.operation, context) + " : " +
         (taken.empty() ? given : taken) + "\n  return " + results + " : " +
         types + "\n}\n";
}

static LogicalResult printFunction(const LevelFunction &function,
                                   const LevelContext &context,
                                   llvm::raw_ostream &os) {
  std::string parameters = fillIn(function.parameters, context);
  SmallVector<StringRef> names;
  StringRef(parameters).split(names, ", ", -1, /*KeepEmpty=*/false);
  MLIRContext *mlirContext = context.attr.getContext();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      getModule(function, context, names), ParserConfig(mlirContext));
  if (!module)
    return failure();
  PassManager pm(mlirContext);
  pm.addPass(createConvertLevelToMemRef());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createCanonicalizerPass());
  if (failed(pm.run(*module)))
    return failure();
  auto lowered = module->lookupSymbol<func::FuncOp>("f");
  SmallVector<std::string> arguments, results;
  if (function.phase != Phase::Init)
    arguments = getParts(context, lowered.getNumArguments() - names.size(),
                         function.phase == Phase::Read ? "opened" : "used");
  if (givesTensor(function.phase))
    results = getParts(
        context, lowered.getNumResults() - (function.types.empty() ? 0 : 1),
        "used");
  for (StringRef name : names)
    arguments.push_back(name.str());
  os << function.name << "(" << parameters << "):\n";
  printFunctionText(lowered, arguments, results, os);
  return success();
}

LogicalResult weft::printLevelFunctions(const LevelTypeEntry &type,
                                        MLIRContext &context,
                                        llvm::raw_ostream &os) {
  std::optional<LevelContext> place =
      getContext(type.spell(0), type.variants.front(), context);
  if (!place) {
    llvm::errs() << "error: no format is known in which a level can be "
                 << type.spell(0) << "; add one to getContext\n";
    return failure();
  }
  os << "In `" << place->format << "`:\n\n```\n";
  StringRef separator = "";
  for (const LevelFunction &function : kFunctions) {
    if (!function.isThere(type.variants.front(), place->attr, place->level))
      continue;
    os << separator;
    separator = "\n";
    if (failed(printFunction(function, *place, os))) {
      llvm::errs() << "error: " << type.name << " has no " << function.name
                   << "\n";
      return failure();
    }
  }
  os << "```\n";
  return success();
}
