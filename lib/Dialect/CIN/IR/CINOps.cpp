//===- CINOps.cpp - Statements and index variables -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers, effects and text forms of statements, accesses and derived index
// variables.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/IR/CIN.h"

#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// Parses the direction of a split by its keyword.
static ParseResult parseDirection(OpAsmParser &parser,
                                  SplitDirectionAttr &attr) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<SplitDirection> direction = symbolizeSplitDirection(keyword);
  if (!direction)
    return parser.emitError(loc) << "expected 'down' or 'up', got '" << keyword
                                 << "'";
  attr = SplitDirectionAttr::get(parser.getContext(), *direction);
  return success();
}

static void printDirection(OpAsmPrinter &printer, Operation *,
                           SplitDirectionAttr attr) {
  printer << stringifySplitDirection(attr.getValue());
}

#define GET_OP_CLASSES
#include "weft/Dialect/CIN/IR/CINOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Statements in general
//===----------------------------------------------------------------------===//

bool cin::isStatement(Operation *op) {
  return isa<AssignOp, ForallOp, WhereOp, SequenceOp, MultiOp>(op);
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

/// Checks that the body of a statement has one statement, after the operations
/// that it uses.
static LogicalResult verifyBody(Operation *op, Region &region) {
  if (!getStatement(region.front()))
    return op->emitOpError("expected a body of one statement");
  if (!isStatement(&region.front().back()))
    return op->emitOpError("expected the statement of a body to come last");
  for (Operation &inner : region.front())
    if (!isStatement(&inner) && !isa<AccessOp>(inner) &&
        (inner.getNumRegions() != 0 || !isMemoryEffectFree(&inner)))
      return op->emitOpError("expected a body of accesses, operations without "
                             "side effects and regions, and a statement, but "
                             "it contains '")
             << inner.getName() << "'";
  return success();
}

/// Checks that a tensor is indexed once per mode.
static LogicalResult verifyIndices(Operation *op, RefType type,
                                   ValueRange indices) {
  if (static_cast<int64_t>(indices.size()) != type.getRank())
    return op->emitOpError("expected ")
           << type.getRank() << " indices, got " << indices.size();
  return success();
}

//===----------------------------------------------------------------------===//
// AssignOp
//===----------------------------------------------------------------------===//

ParseResult AssignOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand ref, value;
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  CombinerSyntax combiner;
  RefType type;
  if (parser.parseOperand(ref) ||
      parser.parseOperandList(indices, OpAsmParser::Delimiter::Square))
    return failure();
  bool compound = failed(parser.parseOptionalEqual());
  if ((compound && combiner.parse(parser)) || parser.parseOperand(value) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  Type element = type.getElementType();
  Region &region = *result.addRegion();
  if (compound &&
      combiner.build(parser, element, YieldOp::getOperationName(), region))
    return failure();
  return failure(parser.resolveOperand(ref, type, result.operands) ||
                 parser.resolveOperands(indices,
                                        cin::IndexType::get(parser.getContext()),
                                        result.operands) ||
                 parser.resolveOperand(value, element, result.operands));
}

void AssignOp::print(OpAsmPrinter &printer) {
  printer << " " << getRef() << "[" << getIndices() << "] ";
  if (isCompound())
    printCombiner(printer, getCombiner());
  else
    printer << "=";
  printer << " " << getValue();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getRef().getType();
}

LogicalResult AssignOp::verify() {
  if (failed(verifyIndices(*this, getRef().getType(), getIndices())))
    return failure();
  Type element = getRef().getType().getElementType();
  if (getValue().getType() != element)
    return emitOpError("expected a value of type ")
           << element << ", got " << getValue().getType();
  return isCompound() ? verifyCombiner(*this, getCombiner(), element)
                      : success();
}

void AssignOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (isCompound())
    effects.emplace_back(MemoryEffects::Read::get(), &getRefMutable());
  effects.emplace_back(MemoryEffects::Write::get(), &getRefMutable());
}

//===----------------------------------------------------------------------===//
// ForallOp
//===----------------------------------------------------------------------===//

void ForallOp::build(OpBuilder &builder, OperationState &result, StringRef name,
                     Value extent) {
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

ParseResult ForallOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &properties = result.getOrAddProperties<Properties>();
  OpAsmParser::UnresolvedOperand extent;
  if (parser.parseAttribute(properties.name) || parser.parseKeyword("to") ||
      parser.parseOperand(extent) ||
      parser.resolveOperand(extent, parser.getBuilder().getIndexType(),
                            result.operands))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("parallel")))
    if (parser.parseLParen() ||
        parseEnumerator(parser, symbolizeParallelUnit, properties.unit) ||
        parser.parseComma() ||
        parseEnumerator(parser, symbolizeRaceStrategy, properties.races) ||
        parser.parseRParen())
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
  return failure(parser.parseRegion(*result.addRegion()) ||
                 parser.parseOptionalAttrDict(result.attributes));
}

void ForallOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printAttributeWithoutType(getNameAttr());
  printer << " to " << getExtent();
  if (getUnit())
    printer << " parallel(" << stringifyParallelUnit(*getUnit()) << ", "
            << stringifyRaceStrategy(*getRaces()) << ")";
  if (getUnroll())
    printer << " unroll " << *getUnroll();
  if (getMerge())
    printer << " merge(" << stringifyMergeStrategy(*getMerge()) << ")";
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/true,
                      /*printBlockTerminators=*/false);
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getNameAttrName(), getUnitAttrName(),
                                 getRacesAttrName(), getUnrollAttrName(),
                                 getMergeAttrName()});
}

LogicalResult ForallOp::verify() {
  if (static_cast<bool>(getUnit()) != static_cast<bool>(getRaces()))
    return emitOpError("expected a parallel unit and a race strategy together");
  if (getUnroll() && *getUnroll() < 1)
    return emitOpError("expected a positive unroll factor, got ")
           << *getUnroll();
  return success();
}

LogicalResult ForallOp::verifyRegions() {
  if (TypeRange(getBlock()->getArgumentTypes()) !=
      TypeRange(cin::IndexType::get(getContext())))
    return emitOpError("expected a body with one index variable, got (")
           << getBlock()->getArgumentTypes() << ")";
  return verifyBody(*this, getBody());
}

//===----------------------------------------------------------------------===//
// WhereOp, SequenceOp, MultiOp
//===----------------------------------------------------------------------===//

void WhereOp::build(OpBuilder &builder, OperationState &result, StringRef name,
                    ValueRange sizes, RankedTensorType workspace) {
  result.addOperands(sizes);
  auto &properties = result.getOrAddProperties<Properties>();
  properties.name = builder.getStringAttr(name);
  properties.workspace = TypeAttr::get(workspace);
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
  return failure(result.wasInterrupted());
}

LogicalResult SequenceOp::verifyRegions() {
  return failure(failed(verifyBody(*this, getDefinition())) ||
                 failed(verifyBody(*this, getMutation())));
}

LogicalResult MultiOp::verifyRegions() {
  if (failed(verifyBody(*this, getLeft())) ||
      failed(verifyBody(*this, getRight())))
    return failure();
  llvm::DenseSet<Value> assigned;
  getLeft().walk([&](AssignOp assign) { assigned.insert(assign.getRef()); });
  WalkResult result = getRight().walk([&](AssignOp assign) -> WalkResult {
    if (assigned.contains(assign.getRef()))
      return assign.emitOpError("assigns a tensor that the other side of the "
                                "multi statement assigns");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// AccessOp
//===----------------------------------------------------------------------===//

LogicalResult AccessOp::verify() {
  return verifyIndices(*this, getRef().getType(), getIndices());
}

void AccessOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getRefMutable());
}

//===----------------------------------------------------------------------===//
// ValueOp
//===----------------------------------------------------------------------===//

OpFoldResult ValueOp::fold(FoldAdaptor) {
  auto literal = getVariable().getDefiningOp<LiteralOp>();
  if (!literal)
    return {};
  return Builder(getContext()).getIndexAttr(literal.getCoordinate());
}

//===----------------------------------------------------------------------===//
// Derived index variables
//===----------------------------------------------------------------------===//

void SplitOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getVariable(), getName());
}

void CollapseOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getOuter(), getOuterName());
  setName(getInner(), getInnerName());
}

void PositionOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getVariable(), getName());
}

LogicalResult SplitOp::verify() {
  if (getOuter() == getInner())
    return emitOpError("expected two different variables");
  return success();
}

LogicalResult CollapseOp::verify() {
  if (getOuterName() == getInnerName())
    return emitOpError("expected two different names");
  return success();
}

LogicalResult PositionOp::verify() {
  level::FormatAttr format = level::getFormat(getRef().getType().getTensor());
  if (!format)
    return emitOpError("expected a tensor with a level format, got ")
           << getRef().getType();
  ArrayRef<int64_t> levels = getLevels();
  if (levels.empty())
    return emitOpError("expected a level");
  for (auto [index, level] : llvm::enumerate(levels)) {
    if (level < 0 || level >= format.getNumLevels())
      return emitOpError("expected levels below ")
             << format.getNumLevels() << ", got " << level;
    if (level != levels.front() + static_cast<int64_t>(index))
      return emitOpError("expected consecutive levels");
  }
  if (static_cast<int64_t>(getOuter().size()) != levels.front())
    return emitOpError("expected a variable for each of the ")
           << levels.front() << " outer levels, got " << getOuter().size();
  return success();
}
