//===- CINStatements.cpp - Statements that have bodies ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operations a body may consist of, and the verifiers and text forms of
// the statements that have bodies (thesis, figure 4-11).
//
//===----------------------------------------------------------------------===//

#include "Statements.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

bool cin::isStatement(Operation *op) {
  return isa<AssignOp, ForallOp, WhereOp, SequenceOp, MultiOp>(op);
}

bool cin::isDerivation(Operation *op) {
  return isa<SplitOp, CollapseOp, PositionOp>(op);
}

Operation *cin::getStatement(Block &block) {
  Operation *statement = nullptr;
  for (Operation &op : block) {
    if (!isStatement(&op))
      continue;
    if (statement)
      return nullptr;
    statement = &op;
  }
  return statement;
}

LogicalResult cin::verifyBody(Operation *op, Region &region) {
  if (!getStatement(region.front()))
    return op->emitOpError("expected a body of one statement");
  if (!isStatement(&region.front().back()))
    return op->emitOpError("expected the statement of a body to come last");
  for (Operation &inner : region.front())
    if (!isStatement(&inner) && !isa<AccessOp, GuardOp>(inner) &&
        (inner.getNumRegions() != 0 || !isMemoryEffectFree(&inner)))
      return op->emitOpError("expected a body of accesses, guards, operations "
                             "without side effects and regions, and a "
                             "statement, but it contains '")
             << inner.getName() << "'";
  return success();
}

//===----------------------------------------------------------------------===//
// ForallOp
//===----------------------------------------------------------------------===//

void ForallOp::build(OpBuilder &builder, OperationState &result, StringRef name,
                     Value extent) {
  if (extent)
    result.addOperands(extent);
  result.getOrAddProperties<Properties>().name = builder.getStringAttr(name);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(result.addRegion(), {},
                      cin::IndexType::get(builder.getContext()),
                      result.location);
}

void ForallOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  if (region.getNumArguments() == 1)
    setName(region.getArgument(0), getName());
}

/// Parses the keyword of an enumerator.
template <typename AttrTy, typename EnumTy>
static ParseResult
parseEnumerator(OpAsmParser &parser,
                std::optional<EnumTy> (*symbolize)(StringRef), AttrTy &attr) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<EnumTy> value = symbolize(keyword);
  if (!value)
    return parser.emitError(loc) << "unknown tag '" << keyword << "'";
  attr = AttrTy::get(parser.getContext(), *value);
  return success();
}

/// Parses `(unit, races)`, with a distribution and `optional` behind.
static ParseResult parseParallel(OpAsmParser &parser,
                                 ForallOp::Properties &properties) {
  if (parser.parseLParen() ||
      parseEnumerator(parser, symbolizeParallelUnit, properties.unit) ||
      parser.parseComma() ||
      parseEnumerator(parser, symbolizeRaceStrategy, properties.races))
    return failure();
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("optional"))) {
      properties.optional = parser.getBuilder().getUnitAttr();
      break;
    }
    if (properties.distribution)
      return parser.emitError(parser.getCurrentLocation(),
                              "expected 'optional' behind the distribution");
    FailureOr<DistributionAttr> distribution = parseDistribution(parser);
    if (failed(distribution))
      return failure();
    properties.distribution = *distribution;
  }
  return parser.parseRParen();
}

ParseResult ForallOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &properties = result.getOrAddProperties<Properties>();
  OpAsmParser::UnresolvedOperand extent;
  if (parser.parseAttribute(properties.name))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("to")) &&
      (parser.parseOperand(extent) ||
       parser.resolveOperand(extent, parser.getBuilder().getIndexType(),
                             result.operands)))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("tail")))
    if (parser.parseLParen() ||
        parseEnumerator(parser, symbolizeTailStrategy, properties.tail) ||
        parser.parseRParen())
      return failure();
  if (succeeded(parser.parseOptionalKeyword("parallel")) &&
      parseParallel(parser, properties))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("unroll"))) {
    int64_t factor;
    if (parser.parseInteger(factor))
      return failure();
    properties.unroll = parser.getBuilder().getI64IntegerAttr(factor);
  }
  if (succeeded(parser.parseOptionalKeyword("merge")))
    if (parser.parseLParen() ||
        parseEnumerator(parser, symbolizeMergeStrategy, properties.merge) ||
        parser.parseRParen())
      return failure();
  if (succeeded(parser.parseOptionalKeyword("config")))
    if (parser.parseLParen() || parser.parseAttribute(properties.config) ||
        parser.parseRParen())
      return failure();
  return failure(parser.parseRegion(*result.addRegion()) ||
                 parser.parseOptionalAttrDict(result.attributes));
}

void ForallOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printAttributeWithoutType(getNameAttr());
  if (getExtent())
    printer << " to " << getExtent();
  if (getTail())
    printer << " tail(" << stringifyTailStrategy(*getTail()) << ")";
  if (getUnit()) {
    printer << " parallel(" << stringifyParallelUnit(*getUnit()) << ", "
            << stringifyRaceStrategy(*getRaces());
    if (DistributionAttr distribution = getDistributionAttr()) {
      printer << ", ";
      printDistribution(printer, distribution);
    }
    if (getOptional())
      printer << ", optional";
    printer << ")";
  }
  if (getUnroll())
    printer << " unroll " << *getUnroll();
  if (getMerge())
    printer << " merge(" << stringifyMergeStrategy(*getMerge()) << ")";
  if (getConfig())
    printer << " config(" << *getConfig() << ")";
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/true,
                      /*printBlockTerminators=*/false);
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getNameAttrName(), getTailAttrName(), getUnitAttrName(),
       getRacesAttrName(), getDistributionAttrName(), getUnrollAttrName(),
       getMergeAttrName(), getOptionalAttrName(), getConfigAttrName()});
}

LogicalResult ForallOp::verify() {
  if (static_cast<bool>(getUnit()) != static_cast<bool>(getRaces()))
    return emitOpError("expected a parallel unit and a race strategy together");
  if (getDistribution() && !getUnit())
    return emitOpError("expected a distribution with a parallel unit only");
  if (getOptional() && !getUnit())
    return emitOpError("expected 'optional' with a parallel unit only");
  if (getTail() == TailStrategy::ShiftInwards)
    return emitOpError("expected 'guard' or 'predicate' as the tail of a loop; "
                       "the split shifts tiles inwards");
  if (getUnroll() && (static_cast<int64_t>(*getUnroll()) < 1 ||
                      static_cast<int64_t>(*getUnroll()) > kMaxUnrolledCopies))
    return emitOpError("expected an unroll factor from 1 to ")
           << kMaxUnrolledCopies << ", got "
           << static_cast<int64_t>(*getUnroll());
  return getConfig() ? verifyLoopConfig(*this, *getConfig()) : success();
}

/// Checks that what a forall counts has an extent, or else a guard:
/// combinations and positions have no extent that could be given.
static LogicalResult verifyNumber(ForallOp forall) {
  Value variable = forall.getVariable();
  if (forall.getExtent()) {
    for (Operation *user : variable.getUsers())
      if (auto position = dyn_cast<PositionOp>(user);
          isNumberOf(variable, user) &&
          !(position && position.hasDenseLevels()))
        return forall.emitOpError("expected no extent, but a guard: '")
               << forall.getName() << "' counts "
               << (isa<CollapseOp>(user) ? "combinations" : "positions");
    return success();
  }
  WalkResult result = forall.getBody().walk([&](GuardOp guard) {
    return llvm::any_of(
               guard.getVariables(),
               [&](Value guarded) { return isDerivedFrom(guarded, variable); })
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return success();
  return forall.emitOpError("expected an extent, as in 'to %n', or a guard of "
                            "an index variable that derives from '")
         << forall.getName() << "'";
}

LogicalResult ForallOp::verifyRegions() {
  if (TypeRange(getBlock()->getArgumentTypes()) !=
      TypeRange(cin::IndexType::get(getContext())))
    return emitOpError("expected a body with one index variable, got (")
           << getBlock()->getArgumentTypes() << ")";
  if (failed(verifyBody(*this, getBody())))
    return failure();
  if (failed(verifyNumber(*this)))
    return failure();
  if (getTail() && !findTileOf(getVariable()))
    return emitOpError("expected a tail on a loop over the coordinates of a "
                       "tile, whose number is that of a split 'down'");
  // What is bound inside is another component for every coordinate.
  WalkResult result = getBody().walk([&](AssignOp assign) -> WalkResult {
    if (assign.isCompound() ||
        getBody().isAncestor(assign.getRef().getParentRegion()) ||
        llvm::any_of(assign.getIndices(), [&](Value index) {
          return isDerivedFrom(index, getVariable());
        }))
      return WalkResult::advance();
    return assign.emitOpError("sets the same component for every coordinate "
                              "of '")
           << getName()
           << "'; expected an index that derives from it, or a combiner";
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// WhereOp, SequenceOp, MultiOp
//===----------------------------------------------------------------------===//

void WhereOp::build(OpBuilder &builder, OperationState &result, StringRef name,
                    ValueRange sizes, RankedTensorType workspace,
                    ReasonAttr reason, StorageReasonAttr storage) {
  result.addOperands(sizes);
  auto &properties = result.getOrAddProperties<Properties>();
  properties.name = builder.getStringAttr(name);
  properties.workspace = TypeAttr::get(workspace);
  properties.reason = reason;
  properties.storage = storage;
  OpBuilder::InsertionGuard guard(builder);
  for (int i = 0; i != 2; ++i)
    builder.createBlock(result.addRegion(), {}, RefType::get(workspace),
                        result.location);
}

void WhereOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  if (region.getNumArguments() == 1)
    setName(region.getArgument(0), getName());
}

LogicalResult WhereOp::verify() {
  if (getTensorType().getNumDynamicDims() != getSizes().size())
    return emitOpError("expected ")
           << getTensorType().getNumDynamicDims()
           << " sizes of dynamic dimensions, got " << getSizes().size();
  if (getStorage() && getTensorType().getRank() == 0)
    return emitOpError("expected no reason for the format of a scalar");
  return success();
}

LogicalResult WhereOp::verifyRegions() {
  for (Region *region : getRegions()) {
    if (TypeRange(region->getArgumentTypes()) !=
        TypeRange(RefType::get(getTensorType())))
      return emitOpError("expected producer and consumer with one argument of "
                         "type ")
             << RefType::get(getTensorType());
    if (failed(verifyBody(*this, *region)))
      return failure();
  }
  WalkResult result = getConsumer().walk([&](AssignOp assign) -> WalkResult {
    if (assign.getRef() == getConsumerRef())
      return assign.emitOpError("the consumer of a workspace assigns it");
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (llvm::none_of(getProducerRef().getUsers(), llvm::IsaPred<AssignOp>))
    return emitOpError("expected the producer to assign the workspace");
  return success();
}

/// Checks that the bodies of a statement which binds nothing have no arguments.
static LogicalResult verifyNoArguments(Operation *op) {
  for (Region &region : op->getRegions())
    if (region.getNumArguments() != 0)
      return op->emitOpError("expected bodies without arguments, got (")
             << region.getArgumentTypes() << ")";
  return success();
}

LogicalResult SequenceOp::verifyRegions() {
  return failure(failed(verifyNoArguments(*this)) ||
                 failed(verifyBody(*this, getDefinition())) ||
                 failed(verifyBody(*this, getMutation())));
}

LogicalResult MultiOp::verifyRegions() {
  if (failed(verifyNoArguments(*this)) ||
      failed(verifyBody(*this, getLeft())) ||
      failed(verifyBody(*this, getRight())))
    return failure();
  // Their order is not defined, so that neither may see what the other does.
  auto verifyIndependent = [](Region &region, Region &other) {
    llvm::DenseSet<Value> assigned;
    other.walk([&](AssignOp assign) { assigned.insert(assign.getRef()); });
    return region.walk([&](Operation *op) -> WalkResult {
      if (auto assign = dyn_cast<AssignOp>(op);
          assign && assigned.contains(assign.getRef()))
        return assign.emitOpError("assigns a tensor that the other side of the "
                                  "multi statement assigns");
      if (auto access = dyn_cast<AccessOp>(op);
          access && assigned.contains(access.getRef()))
        return access.emitOpError("reads a tensor that the other side of the "
                                  "multi statement assigns");
      return WalkResult::advance();
    });
  };
  return failure(verifyIndependent(getRight(), getLeft()).wasInterrupted() ||
                 verifyIndependent(getLeft(), getRight()).wasInterrupted());
}
