//===- WeftDialect.cpp - The weft dialect -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the dialect, and verifies what it says of operations of others:
// each attribute has its type and stands where it means something.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/BranchWeights.h"
#include "weft/Dialect/Weft/IR/Estimates.h"
#include "weft/Dialect/Weft/IR/GroupedUpdates.h"
#include "weft/Dialect/Weft/IR/KernelVersion.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;

#include "weft/Dialect/Weft/IR/WeftDialect.cpp.inc"

void WeftDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Weft/IR/WeftOps.cpp.inc"
      >();
}

bool weft::canHaveLoweringConfig(Operation *op) {
  return isa<FunctionOpInterface, ModuleOp, scf::ForOp, scf::WhileOp>(op);
}

unsigned weft::getNumTaken(Operation *partition) {
  return partition->hasAttr(kAppendingAttr) ? 3 : 2;
}

namespace {
/// What an attribute may be, and what it may stand on.
struct Note {
  StringLiteral name;
  bool (*isWellFormed)(Attribute);
  StringLiteral form;
  bool (*hasPlace)(Operation *);
  StringLiteral place;
};
} // namespace

static bool isFunction(Operation *op) { return isa<FunctionOpInterface>(op); }
static bool hasLoop(Operation *op) {
  return isa<scf::ForOp, scf::ConditionOp>(op);
}
static bool isBranch(Operation *op) { return isa<scf::IfOp>(op); }
// The parallel loop around it may have been unrolled, or inlined where it has
// one iteration.
static bool isNested(Operation *op) { return op->getParentOp() != nullptr; }

template <typename... AttrTy> static bool isOneOf(Attribute value) {
  return isa<AttrTy...>(value);
}
static bool isWordOrUnit(Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  return isa<UnitAttr>(value) ||
         (number && number.getType().isSignlessInteger(64));
}
static bool isCount(Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  return number && number.getType().isSignlessInteger(64) &&
         !number.getValue().isNegative();
}
static bool isAtomicUpdate(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return name == "level.atomic_update" || name == "memref.generic_atomic_rmw";
}
static bool isEmptyTensor(Operation *op) { return isa<tensor::EmptyOp>(op); }
static bool isOfTable(Operation *op) {
  return isa<memref::AllocOp, memref::DeallocOp, scf::ForOp>(op);
}
/// Whether an operation has loops that a schedule may name: it is one of linalg
/// or a compute, or a module that has kernels of these.
static bool isScheduled(Operation *op) {
  return isa<ModuleOp>(op) || op->getName().getDialectNamespace() == "linalg" ||
         op->getName().getStringRef() == "tin.compute";
}
static bool areCommands(Attribute value) {
  auto commands = dyn_cast<ArrayAttr>(value);
  return commands && llvm::all_of(commands, llvm::IsaPred<StringAttr>);
}
static bool areWeights(Attribute value) {
  auto weights = dyn_cast<DenseI32ArrayAttr>(value);
  return weights && weights.size() == 2 &&
         llvm::all_of(weights.asArrayRef(),
                      [](int32_t weight) { return weight > 0; });
}
static bool isPair(Attribute value) {
  auto numbers = dyn_cast<DenseI64ArrayAttr>(value);
  return numbers && numbers.size() == 2;
}

std::optional<TensorRecordAttrs> weft::readTensorRecord(Attribute attr) {
  // With more modes, the sizes of several tensors could not be counted.
  constexpr int64_t kMaxRank = std::numeric_limits<int32_t>::max();
  auto record = dyn_cast<DictionaryAttr>(attr);
  auto rank = record ? record.getAs<IntegerAttr>("rank") : IntegerAttr();
  auto arrays = record ? record.getAs<ArrayAttr>("arrays") : ArrayAttr();
  if (!rank || !rank.getType().isSignlessInteger(64) || rank.getInt() < 0 ||
      rank.getInt() > kMaxRank || !arrays ||
      !llvm::all_of(arrays, llvm::IsaPred<TypeAttr>))
    return std::nullopt;
  return TensorRecordAttrs{rank.getInt(), arrays};
}

/// One of the two lists of a signature's record; null if it is none.
static ArrayAttr getRecords(Attribute abi, StringRef list) {
  auto record = dyn_cast_if_present<DictionaryAttr>(abi);
  auto records = record ? record.getAs<ArrayAttr>(list) : ArrayAttr();
  return records && llvm::all_of(records,
                                 [](Attribute attr) {
                                   return isa<TypeAttr>(attr) ||
                                          readTensorRecord(attr);
                                 })
             ? records
             : ArrayAttr();
}
static bool isVersion(Attribute value) {
  return readVersion(value).has_value();
}
static bool isSignature(Attribute value) {
  return getRecords(value, "arguments") && getRecords(value, "results");
}

/// What stands on operations.
static constexpr Note kNotes[] = {
    {kKernelAttr, isOneOf<UnitAttr, StringAttr>, "a unit or a string",
     isFunction, "a function"},
    {kABIAttr, isSignature, "records of arguments and results", isFunction,
     "a function"},
    {kVersionAttr, isVersion, "a record of a version", isFunction,
     "a function"},
    {kGroupedAttr, isOneOf<UnitAttr>, "a unit", isAtomicUpdate,
     "a level.atomic_update or a memref.generic_atomic_rmw"},
    {kPartitionAttr, isOneOf<UnitAttr>, "a unit", isFunction, "a function"},
    {kAppendingAttr, isOneOf<UnitAttr>, "a unit", isFunction, "a function"},
    {kScheduleAttr, areCommands, "an array of strings", isFunction,
     "a function, a module, an operation of linalg or a tin.compute"},
    {kScheduleAttr, isOneOf<StringAttr>, "a string", isScheduled,
     "a function, a module, an operation of linalg or a tin.compute"},
    {kEstimatedScheduleAttr, isOneOf<StringAttr>, "a string", isFunction,
     "a function"},
    {kEstimatedEntriesAttr, isCount,
     "a number of type i64 that is not negative", isEmptyTensor,
     "a tensor.empty"},
    {kLoweringConfigAttr, isOneOf<LoweringConfigAttr>,
     "a lowering configuration", canHaveLoweringConfig,
     "a module, a function or a loop"},
    {kPerPartitionAttr, isOneOf<UnitAttr>, "a unit", isNested, "an operation"},
    {kTableAttr, isWordOrUnit, "a word of 64 bits or a unit", isOfTable,
     "a memref.alloc, its memref.dealloc, or an scf.for"},
    {kBranchWeightsAttr, areWeights, "two positive numbers of type i32",
     isBranch, "an scf.if"},
    {kLoopAttr, isOneOf<LoopAttr>, "a loop", hasLoop,
     "an scf.for or an scf.condition"}};

/// Checks that a function takes or returns the values that the record of its
/// signature has. In a function of the llvm dialect arrays are taken apart; who
/// reads the record checks that.
static LogicalResult verifyRecords(FunctionOpInterface function, StringRef list,
                                   TypeRange types) {
  if (!isa<func::FuncOp>(function))
    return success();
  int64_t count = 0;
  for (Attribute attr : getRecords(function->getAttr(kABIAttr), list)) {
    std::optional<TensorRecordAttrs> tensor = readTensorRecord(attr);
    count += tensor ? tensor->rank + tensor->arrays.size() : 1;
  }
  if (count != static_cast<int64_t>(types.size()))
    return function.emitOpError("expected '")
           << kABIAttr << "' to tell of " << types.size() << " " << list
           << ", got one of " << count;
  return success();
}

/// Checks that an argument may be the size of a mode of a result.
static LogicalResult verifyExtent(FunctionOpInterface function, unsigned index,
                                  DenseI64ArrayAttr extent) {
  Type type = function.getArgumentTypes()[index];
  if (!type.isIntOrIndex())
    return function.emitOpError("expected '")
           << kExtentAttr << "' on a size, got an argument of type " << type;
  // Of a lowered function, the record knows the results.
  int64_t result = extent[0], mode = extent[1];
  ArrayAttr records = getRecords(function->getAttr(kABIAttr), "results");
  int64_t numResults = records ? records.size() : function.getNumResults();
  auto refuse = [&](StringRef what, int64_t count) {
    return function.emitOpError("expected '")
           << kExtentAttr << "' to name one of " << count << " " << what
           << ", got " << extent;
  };
  if (result < 0 || (type.isIndex() && result >= numResults))
    return refuse("results", numResults);
  std::optional<int64_t> rank;
  if (records && result < numResults) {
    if (std::optional<TensorRecordAttrs> tensor =
            readTensorRecord(records[result]))
      rank = tensor->rank;
  } else if (result < function.getNumResults()) {
    if (auto tensor =
            dyn_cast<RankedTensorType>(function.getResultTypes()[result]))
      rank = tensor.getRank();
  }
  if (mode < 0 || (rank && mode >= *rank))
    return refuse("modes", rank.value_or(0));
  return success();
}

/// Checks that a loop of a constant number of iterations has at most as many as
/// its attribute says.
static LogicalResult verifyTripCount(scf::ForOp op, LoopAttr loop) {
  std::optional<APInt> count = op.getStaticTripCount();
  if (!count)
    return success();
  for (auto [name, limit] : {std::pair("vector", loop.getVector().value_or(0)),
                             std::pair("guard", loop.getGuard()),
                             std::pair("predicate", loop.getPredicate())})
    if (limit != 0 && count->ugt(limit))
      return op.emitOpError("expected at most ")
             << limit << " iterations, as '" << name << "' says, got "
             << llvm::toString(*count, /*Radix=*/10, /*Signed=*/false);
  return success();
}

/// Checks that what an attribute says of a loop can hold for an operation.
static LogicalResult verifyLoop(Operation *op, LoopAttr loop) {
  ArrayRef<LevelSegmentAttr> segments = loop.getSegments();
  if (auto forOp = dyn_cast<scf::ForOp>(op)) {
    if (segments.size() > 1)
      return op->emitOpError("expected '")
             << kLoopAttr << "' to name one segment at most, got "
             << segments.size();
    Type type = forOp.getInductionVar().getType();
    if (!segments.empty() && !type.isIndex())
      return op->emitOpError("expected the positions of a segment to be of "
                             "type 'index', got ")
             << type;
    if (loop.getPartial() && loop.getVector() && forOp.getNumResults() != 0)
      return op->emitOpError("expected a loop whose iterations are 'partial' "
                             "to have no results, got ")
             << forOp.getNumResults();
    return verifyTripCount(forOp, loop);
  }
  auto condition = cast<scf::ConditionOp>(op);
  LoopInfo executed(loop);
  executed.segments.clear();
  if (executed.getAttr(op->getContext()))
    return op->emitOpError("expected '")
           << kLoopAttr << "' of an scf.while to have segments only, got "
           << loop;
  if (condition.getArgs().size() < segments.size())
    return op->emitOpError("expected a value for each of ")
           << segments.size() << " segments, got "
           << condition.getArgs().size();
  for (Value position : condition.getArgs().take_front(segments.size()))
    if (!position.getType().isIndex())
      return op->emitOpError("expected the positions of a segment to be of "
                             "type 'index', got ")
             << position.getType();
  return success();
}

LogicalResult WeftDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  auto hasName = [&](const Note &note) {
    return attribute.getName() == note.name;
  };
  bool hasPlace = llvm::any_of(kNotes, [&](const Note &note) {
    return hasName(note) && note.hasPlace(op);
  });
  for (const Note &note : kNotes) {
    if (!hasName(note) || (hasPlace && !note.hasPlace(op)))
      continue;
    if (!hasPlace)
      return op->emitOpError("expected '")
             << note.name << "' on " << note.place << " only";
    if (!note.isWellFormed(attribute.getValue()))
      return op->emitOpError("expected '")
             << note.name << "' to be " << note.form << ", got "
             << attribute.getValue();
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (note.name == kPartitionAttr && !function.getResultTypes().empty())
      return op->emitOpError("expected a function with '")
             << kPartitionAttr << "' to return nothing, got "
             << function.getResultTypes();
    if (note.name == kAppendingAttr && !op->hasAttr(kPartitionAttr))
      return op->emitOpError("expected '")
             << kAppendingAttr << "' beside '" << kPartitionAttr << "'";
    if (auto config = dyn_cast<LoweringConfigAttr>(attribute.getValue());
        config && !isa<FunctionOpInterface, ModuleOp>(op))
      return verifyLoopConfig(op, config);
    if (auto loop = dyn_cast<LoopAttr>(attribute.getValue()))
      return verifyLoop(op, loop);
    if (note.name != kABIAttr)
      return success();
    return failure(
        failed(verifyRecords(function, "arguments",
                             function.getArgumentTypes())) ||
        failed(verifyRecords(function, "results", function.getResultTypes())));
  }
  return op->emitOpError("has an unknown attribute of the weft dialect: '")
         << attribute.getName().strref() << "'";
}

LogicalResult WeftDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                    unsigned index,
                                                    NamedAttribute attribute) {
  if (attribute.getName() == kTensorNameAttr) {
    if (!isa<StringAttr>(attribute.getValue()))
      return op->emitOpError("expected '")
             << kTensorNameAttr << "' to be a string, got "
             << attribute.getValue();
    return success();
  }
  if (attribute.getName() == kExtentAttr) {
    if (!isPair(attribute.getValue()))
      return op->emitOpError("expected '")
             << kExtentAttr
             << "' to be the numbers of a result and a mode, got "
             << attribute.getValue();
    auto function = dyn_cast<FunctionOpInterface>(op);
    return function
               ? verifyExtent(function, index,
                              cast<DenseI64ArrayAttr>(attribute.getValue()))
               : success();
  }
  if (attribute.getName() == kArrayAttr) {
    if (!isa<TensorArrayAttr>(attribute.getValue()))
      return op->emitOpError("expected '")
             << kArrayAttr << "' to be the role of an array, got "
             << attribute.getValue();
    auto function = dyn_cast<FunctionOpInterface>(op);
    // In a function of the llvm dialect arrays are taken apart.
    if (!isa_and_present<func::FuncOp>(op))
      return success();
    auto array = dyn_cast<MemRefType>(function.getArgumentTypes()[index]);
    if (array && array.getRank() == 1)
      return success();
    return op->emitOpError("expected '")
           << kArrayAttr << "' on a memref of rank 1, got an argument of type "
           << function.getArgumentTypes()[index];
  }
  return op->emitOpError("argument ")
         << index << " has an unknown attribute of the weft dialect: '"
         << attribute.getName().strref() << "'";
}

LogicalResult WeftDialect::verifyRegionResultAttribute(
    Operation *op, unsigned, unsigned index, NamedAttribute attribute) {
  if (attribute.getName() == kTensorNameAttr &&
      isa<StringAttr>(attribute.getValue()))
    return success();
  return op->emitOpError("expected result ")
         << index << " to have no attribute but '" << kTensorNameAttr
         << "', a string; got '" << attribute.getName().strref()
         << "' = " << attribute.getValue();
}
