//===- LoopInfo.cpp - Attributes of loops -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of the attributes of loops, segments and arrays, and the functions
// that passes read and change them by.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Parses `0 level 1`, either of which may be missing.
static ParseResult parsePlace(AsmParser &parser, std::optional<int64_t> &tensor,
                              std::optional<int64_t> &level) {
  int64_t number;
  OptionalParseResult hasTensor = parser.parseOptionalInteger(number);
  if (hasTensor.has_value()) {
    if (*hasTensor)
      return failure();
    tensor = number;
  }
  if (failed(parser.parseOptionalKeyword("level")))
    return success();
  if (parser.parseInteger(number))
    return failure();
  level = number;
  return success();
}

static LogicalResult
verifyPlace(llvm::function_ref<InFlightDiagnostic()> emitError,
            std::optional<int64_t> tensor, std::optional<int64_t> level) {
  if (tensor.value_or(0) < 0)
    return emitError() << "expected the number of a tensor, got " << *tensor;
  if (level.value_or(0) < 0)
    return emitError() << "expected the number of a level, got " << *level;
  return success();
}

LogicalResult
TensorArrayAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                        int64_t tensor, std::optional<int64_t> level,
                        ArrayKind kind) {
  if ((kind == ArrayKind::Values) == level.has_value())
    return emitError() << "expected a level for every array of a tensor but "
                          "its values";
  return verifyPlace(emitError, tensor, level);
}

Attribute TensorArrayAttr::parse(AsmParser &parser, Type) {
  std::optional<int64_t> tensor, level;
  StringRef keyword;
  SMLoc begin = parser.getCurrentLocation();
  if (parser.parseLess() || parsePlace(parser, tensor, level))
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return {};
  std::optional<ArrayKind> kind = symbolizeArrayKind(keyword);
  if (!kind) {
    parser.emitError(loc) << "expected 'positions', 'coordinates', 'presence' "
                             "or 'values', got '"
                          << keyword << "'";
    return {};
  }
  if (!tensor) {
    parser.emitError(begin) << "expected the number of a tensor";
    return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TensorArrayAttr>(begin, parser.getContext(), *tensor,
                                            level, *kind);
}

void TensorArrayAttr::print(AsmPrinter &printer) const {
  printer << "<" << getTensor();
  if (getLevel())
    printer << " level " << *getLevel();
  printer << " " << stringifyArrayKind(getKind()) << ">";
}

LogicalResult
LevelSegmentAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                         std::optional<int64_t> tensor, int64_t level, bool,
                         bool, bool) {
  return verifyPlace(emitError, tensor, level);
}

Attribute LevelSegmentAttr::parse(AsmParser &parser, Type) {
  std::optional<int64_t> tensor, level;
  SMLoc begin = parser.getCurrentLocation();
  if (parser.parseLess() || parsePlace(parser, tensor, level))
    return {};
  if (!level) {
    parser.emitError(begin) << "expected the level of a segment";
    return {};
  }
  bool ordered = succeeded(parser.parseOptionalKeyword("ordered"));
  bool unique = succeeded(parser.parseOptionalKeyword("unique"));
  bool adjacent = succeeded(parser.parseOptionalKeyword("adjacent"));
  if (parser.parseGreater())
    return {};
  return parser.getChecked<LevelSegmentAttr>(begin, parser.getContext(), tensor,
                                             *level, ordered, unique, adjacent);
}

void LevelSegmentAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (getTensor())
    printer << *getTensor() << " ";
  printer << "level " << getLevel();
  if (getOrdered())
    printer << " ordered";
  if (getUnique())
    printer << " unique";
  if (getAdjacent())
    printer << " adjacent";
  printer << ">";
}

LogicalResult LoopAttr::verify(
    llvm::function_ref<InFlightDiagnostic()> emitError,
    DistributionAttr parallel, std::optional<GPUUnit> gpu, int64_t gpuSize,
    std::optional<int64_t> vector, bool partial, bool optional, int64_t unroll,
    int64_t guard, int64_t predicate, bool runs,
    ArrayRef<LevelSegmentAttr> segments, bool intersection, int64_t tiles) {
  if (gpu && (parallel || vector))
    return emitError() << "expected 'gpu' without 'parallel' and 'vector'";
  if (gpuSize < 0 || (gpuSize != 0 && !gpu))
    return emitError() << "expected a number of iterations beside 'gpu' that "
                          "is not negative, got "
                       << gpuSize;
  if (vector.value_or(0) < 0)
    return emitError() << "expected 'vector' to have a number that is not "
                          "negative, got "
                       << *vector;
  if (partial && vector.value_or(0) == 0 && gpu != GPUUnit::Thread)
    return emitError() << "expected 'partial' beside 'vector' with a number or "
                          "'gpu(thread)'";
  if (optional && !parallel && !vector)
    return emitError() << "expected 'optional' beside 'parallel' or 'vector'";
  for (auto [name, number] :
       {std::pair("unroll", unroll), std::pair("guard", guard),
        std::pair("predicate", predicate), std::pair("tiles", tiles)})
    if (number < 0)
      return emitError() << "expected '" << name
                         << "' to have a positive number, got " << number;
  if (guard != 0 && predicate != 0)
    return emitError() << "expected 'guard' or 'predicate', got both";
  if (intersection && segments.size() < 2)
    return emitError() << "expected an intersection of several segments, got "
                       << segments.size();
  if ((runs || intersection) &&
      !llvm::all_of(segments, [](LevelSegmentAttr segment) {
        return segment.getOrdered() && segment.getUnique();
      }))
    return emitError() << "expected ordered and unique segments beside '"
                       << (runs ? "runs" : "intersection") << "'";
  return success();
}

ParseResult weft::parseLoopNumber(AsmParser &parser, int64_t &number) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLParen() || parser.parseInteger(number) ||
      parser.parseRParen())
    return failure();
  if (number == 0)
    return parser.emitError(loc) << "expected a positive number";
  return success();
}

ParseResult weft::parseGPUUnit(AsmParser &parser, LoopInfo &info) {
  StringRef name;
  if (parser.parseLParen())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return failure();
  info.gpu = symbolizeGPUUnit(name);
  if (!info.gpu)
    return parser.emitError(loc)
           << "expected 'block', 'warp' or 'thread', got '" << name << "'";
  OptionalParseResult size = parser.parseOptionalInteger(info.gpuSize);
  if (size.has_value() && failed(*size))
    return failure();
  return parser.parseRParen();
}

void weft::printGPUUnit(AsmPrinter &printer, GPUUnit unit, int64_t size) {
  printer << "gpu(" << stringifyGPUUnit(unit);
  if (size != 0)
    printer << " " << size;
  printer << ")";
}

Attribute LoopAttr::parse(AsmParser &parser, Type) {
  LoopInfo info;
  llvm::StringSet<> names;
  auto parseEntry = [&]() -> ParseResult {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    if (!names.insert(name).second)
      return parser.emitError(loc) << "expected one entry '" << name << "'";
    if (name == "parallel") {
      if (parser.parseLParen())
        return failure();
      FailureOr<DistributionAttr> distribution = parseDistribution(parser);
      if (failed(distribution))
        return failure();
      info.parallel = *distribution;
      return parser.parseRParen();
    }
    if (name == "gpu")
      return parseGPUUnit(parser, info);
    if (name == "vector") {
      int64_t number = 0;
      if (succeeded(parser.parseOptionalLParen()) &&
          (parser.parseInteger(number) || parser.parseRParen()))
        return failure();
      info.vector = number;
      return success();
    }
    if (name == "segments")
      return parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Paren, [&]() -> ParseResult {
            auto segment = cast_if_present<LevelSegmentAttr>(
                LevelSegmentAttr::parse(parser, {}));
            info.segments.push_back(segment);
            return success(segment != nullptr);
          });
    for (auto [flag, value] : {std::pair("partial", &info.isPartial),
                               std::pair("optional", &info.isOptional),
                               std::pair("runs", &info.hasRuns),
                               std::pair("intersection", &info.isIntersection)})
      if (name == flag) {
        *value = true;
        return success();
      }
    for (auto [entry, value] :
         {std::pair("unroll", &info.unroll), std::pair("guard", &info.guard),
          std::pair("predicate", &info.predicate),
          std::pair("tiles", &info.tiles)})
      if (name == entry)
        return parseLoopNumber(parser, *value);
    return parser.emitError(loc) << "unknown entry '" << name << "' of a loop";
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseEntry))
    return {};
  auto emitError = [&] { return parser.emitError(loc); };
  FailureOr<LoopAttr> attr = info.getChecked(emitError, parser.getContext());
  if (succeeded(attr) && !*attr)
    emitError() << "expected an entry";
  return attr.value_or(LoopAttr());
}

void LoopAttr::print(AsmPrinter &printer) const {
  llvm::ListSeparator comma;
  auto begin = [&](StringRef name) -> AsmPrinter & {
    return printer << StringRef(comma) << name;
  };
  auto printNumber = [&](StringRef name, int64_t number) {
    if (number != 0)
      begin(name) << "(" << number << ")";
  };
  printer << "<";
  if (getParallel()) {
    begin("parallel") << "(";
    printDistribution(printer, getParallel());
    printer << ")";
  }
  if (getGpu())
    printGPUUnit(begin(""), *getGpu(), getGpuSize());
  if (getVector()) {
    begin("vector");
    if (*getVector() != 0)
      printer << "(" << *getVector() << ")";
  }
  if (getPartial())
    begin("partial");
  if (getOptional())
    begin("optional");
  printNumber("unroll", getUnroll());
  printNumber("guard", getGuard());
  printNumber("predicate", getPredicate());
  if (getRuns())
    begin("runs");
  if (!getSegments().empty()) {
    begin("segments") << "(";
    llvm::interleaveComma(
        getSegments(), printer,
        [&](LevelSegmentAttr segment) { segment.print(printer); });
    printer << ")";
  }
  if (getIntersection())
    begin("intersection");
  printNumber("tiles", getTiles());
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LoopInfo::LoopInfo(LoopAttr attr) {
  if (!attr)
    return;
  parallel = attr.getParallel();
  gpu = attr.getGpu();
  gpuSize = attr.getGpuSize();
  vector = attr.getVector();
  isPartial = attr.getPartial();
  isOptional = attr.getOptional();
  unroll = attr.getUnroll();
  guard = attr.getGuard();
  predicate = attr.getPredicate();
  hasRuns = attr.getRuns();
  llvm::append_range(segments, attr.getSegments());
  isIntersection = attr.getIntersection();
  tiles = attr.getTiles();
}

/// Whether there is no entry that has a meaning alone.
static bool isEmpty(const LoopInfo &info) {
  return !info.parallel && !info.gpu && !info.vector && info.unroll == 0 &&
         info.guard == 0 && info.predicate == 0 && !info.hasRuns &&
         info.segments.empty() && info.tiles == 0;
}

LoopAttr LoopInfo::getAttr(MLIRContext *context) const {
  if (isEmpty(*this))
    return {};
  return LoopAttr::get(context, parallel, gpu, gpuSize, vector,
                       isPartial && (vector || gpu),
                       isOptional && (parallel || vector), unroll, guard,
                       predicate, hasRuns, segments, isIntersection, tiles);
}

FailureOr<LoopAttr>
LoopInfo::getChecked(llvm::function_ref<InFlightDiagnostic()> emitError,
                     MLIRContext *context) const {
  if (failed(LoopAttr::verify(emitError, parallel, gpu, gpuSize, vector,
                              isPartial, isOptional, unroll, guard, predicate,
                              hasRuns, segments, isIntersection, tiles)))
    return failure();
  return getAttr(context);
}

/// The operation that has the attribute of a loop.
static Operation *getHolder(Operation *loop) {
  auto other = dyn_cast<scf::WhileOp>(loop);
  return other ? other.getConditionOp() : loop;
}

LoopAttr weft::getLoopAttr(Operation *loop) {
  return getHolder(loop)->getAttrOfType<LoopAttr>(kLoopAttr);
}

void weft::setLoopInfo(Operation *loop, const LoopInfo &info) {
  if (LoopAttr attr = info.getAttr(loop->getContext()))
    getHolder(loop)->setAttr(kLoopAttr, attr);
  else
    getHolder(loop)->removeAttr(kLoopAttr);
}

void weft::updateLoopInfo(Operation *loop,
                          llvm::function_ref<void(LoopInfo &)> change) {
  LoopInfo info(getLoopAttr(loop));
  change(info);
  setLoopInfo(loop, info);
}

DistributionAttr weft::getParallel(Operation *loop) {
  LoopAttr attr = getLoopAttr(loop);
  return attr ? attr.getParallel() : DistributionAttr();
}

std::optional<GPUUnit> weft::getGPUUnit(Operation *loop) {
  LoopAttr attr = getLoopAttr(loop);
  return attr ? attr.getGpu() : std::nullopt;
}

std::optional<int64_t> weft::getVector(Operation *loop) {
  LoopAttr attr = getLoopAttr(loop);
  return attr ? attr.getVector() : std::nullopt;
}

bool weft::isOptional(Operation *loop) {
  LoopAttr attr = getLoopAttr(loop);
  return attr && attr.getOptional();
}

bool weft::hasLoopTags(Operation *loop, LoopTag except) {
  for (NamedAttribute attr : loop->getDiscardableAttrs())
    if (attr.getName() != kLoopAttr && attr.getName() != kLoweringConfigAttr)
      return true;
  LoopInfo info(getLoopAttr(loop));
  return (info.parallel && except != LoopTag::Parallel) || info.gpu ||
         (info.vector && except != LoopTag::Vector) || info.isPartial ||
         info.unroll != 0 || info.guard != 0 || info.predicate != 0 ||
         info.hasRuns;
}

LevelSegmentAttr weft::getSegment(Operation *loop) {
  LoopAttr attr = isa<scf::ForOp>(loop) ? getLoopAttr(loop) : LoopAttr();
  return attr && !attr.getSegments().empty() ? attr.getSegments().front()
                                             : LevelSegmentAttr();
}

void weft::inheritLoopInfo(Operation *from, Operation *loop) {
  inheritLoweringConfig(from, loop);
  LoopInfo given(getLoopAttr(from));
  if (!given.segments.empty())
    updateLoopInfo(loop, [&](LoopInfo &info) {
      info.segments = given.segments;
      info.isIntersection = given.isIntersection;
    });
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

TensorArrayAttr weft::getArrayInfo(Value array) {
  auto argument = dyn_cast<BlockArgument>(array);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : FunctionOpInterface();
  return function && argument.getOwner()->isEntryBlock()
             ? function.getArgAttrOfType<TensorArrayAttr>(
                   argument.getArgNumber(), kArrayAttr)
             : TensorArrayAttr();
}

/// The last name that attributes state up to a place: one tells where the
/// arrays of a tensor begin.
static StringRef findTensorName(unsigned place,
                                function_ref<Attribute(unsigned)> getName) {
  for (unsigned number = place + 1; number-- > 0;)
    if (auto name = dyn_cast_or_null<StringAttr>(getName(number)))
      return name;
  return {};
}

StringRef weft::getTensorName(Value array, FunctionOpInterface function) {
  if (auto argument = dyn_cast<BlockArgument>(array))
    return argument.getOwner() != &function.getFunctionBody().front()
               ? StringRef()
               : findTensorName(argument.getArgNumber(), [&](unsigned place) {
                   return function.getArgAttr(place, kTensorNameAttr);
                 });
  for (OpOperand &use : array.getUses())
    if (use.getOwner()->hasTrait<OpTrait::ReturnLike>() &&
        use.getOwner()->getParentOp() == function)
      return findTensorName(use.getOperandNumber(), [&](unsigned place) {
        return function.getResultAttr(place, kTensorNameAttr);
      });
  return {};
}
