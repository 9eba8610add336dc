//===- CINKernel.cpp - Kernels ----------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text form and the verifier of `cin.kernel`.
//
//===----------------------------------------------------------------------===//

#include "Statements.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

ValueRange KernelOp::getInputRefs() {
  return ValueRange(getBlock()->getArguments()).take_front(getInputs().size());
}

ValueRange KernelOp::getOutputRefs() {
  return ValueRange(getBlock()->getArguments())
      .slice(getInputs().size(), getOutputs().size());
}

ValueRange KernelOp::getExtentArgs() {
  return ValueRange(getBlock()->getArguments())
      .drop_front(getInputs().size() + getOutputs().size());
}

Value KernelOp::getOutsideExtent(Value extent) {
  for (auto [inside, outside] : llvm::zip_equal(getExtentArgs(), getExtents()))
    if (inside == extent)
      return outside;
  return {};
}

void KernelOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  for (BlockArgument arg : region.getArguments())
    if (arg.getType().isIndex())
      setName(arg, "n");
    else
      setName(arg, "t");
}

/// Whether only a builder is assembled like this, for a part of a kernel.
static bool isOfBuilders(level::Assembly assembly) {
  return assembly == level::Assembly::Count ||
         assembly == level::Assembly::Place ||
         assembly == level::Assembly::Reuse;
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands[2], extents;
  SMLoc loc = parser.getCurrentLocation();
  auto parseList = [&](StringRef keyword, auto &list) -> ParseResult {
    if (failed(parser.parseOptionalKeyword(keyword)))
      return success();
    return parser.parseOperandList(list, OpAsmParser::Delimiter::Paren);
  };
  FunctionType type;
  auto &properties = result.getOrAddProperties<Properties>();
  if (parseList("ins", operands[0]) || parseList("outs", operands[1]) ||
      parseList("extents", extents))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("assembly"))) {
    StringRef keyword;
    SMLoc keywordLoc;
    if (parser.parseLParen() || parser.getCurrentLocation(&keywordLoc) ||
        parser.parseKeyword(&keyword))
      return failure();
    std::optional<level::Assembly> assembly = level::symbolizeAssembly(keyword);
    if (!assembly || isOfBuilders(*assembly))
      return parser.emitError(keywordLoc)
             << "expected 'fused', 'assemble', 'compute' or 'two_phase', got '"
             << keyword << "'";
    properties.assembly =
        level::AssemblyAttr::get(parser.getContext(), *assembly);
    if (parser.parseRParen())
      return failure();
  }
  if (succeeded(parser.parseOptionalKeyword("drop_fill")))
    properties.drop_fill = parser.getBuilder().getUnitAttr();
  if (succeeded(parser.parseOptionalKeyword("reuse")))
    properties.reuse = parser.getBuilder().getUnitAttr();
  if (succeeded(parser.parseOptionalKeyword("strict_zero")))
    properties.strict_zero = parser.getBuilder().getUnitAttr();
  if (parser.parseRegion(*result.addRegion()) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  size_t numTensors = operands[0].size() + operands[1].size();
  if (type.getNumInputs() != numTensors)
    return parser.emitError(loc) << "expected the types of " << numTensors
                                 << " tensors, got " << type.getNumInputs();
  operands[0].append(operands[1]);
  if (parser.resolveOperands(operands[0], type.getInputs(), loc,
                             result.operands) ||
      parser.resolveOperands(extents, parser.getBuilder().getIndexType(),
                             result.operands))
    return failure();
  result.addTypes(type.getResults());
  int32_t numOutputs = operands[1].size();
  llvm::copy(ArrayRef<int32_t>{static_cast<int32_t>(numTensors) - numOutputs,
                               numOutputs,
                               static_cast<int32_t>(extents.size())},
             properties.operandSegmentSizes.begin());
  return success();
}

void KernelOp::print(OpAsmPrinter &printer) {
  auto printList = [&](StringRef keyword, OperandRange operands) {
    if (!operands.empty())
      printer << " " << keyword << "(" << operands << ")";
  };
  printList("ins", getInputs());
  printList("outs", getOutputs());
  printList("extents", getExtents());
  if (getAssembly() != level::Assembly::Fused)
    printer << " assembly(" << level::stringifyAssembly(getAssembly()) << ")";
  if (getDropFill())
    printer << " drop_fill";
  if (getReuse())
    printer << " reuse";
  if (getStrictZero())
    printer << " strict_zero";
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/true,
                      /*printBlockTerminators=*/false);
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getOperandSegmentSizesAttrName(),
                                 getAssemblyAttrName(), getDropFillAttrName(),
                                 getReuseAttrName(), getStrictZeroAttrName()});
  printer << " : ";
  SmallVector<Type> types(getInputs().getTypes());
  llvm::append_range(types, getOutputs().getTypes());
  printer.printFunctionalType(types, getResultTypes());
}

LogicalResult KernelOp::verify() {
  if (getResultTypes() != getOutputs().getTypes())
    return emitOpError("expected results of the types of the outputs");
  if (isOfBuilders(getAssembly()))
    return emitOpError("expected the assembly of a kernel, got that of a "
                       "builder: ")
           << level::stringifyAssembly(getAssembly());
  bool computes = getAssembly() == level::Assembly::Fused ||
                  getAssembly() == level::Assembly::TwoPhase;
  if ((getDropFill() || getReuse()) && !computes)
    return emitOpError("expected a kernel that computes what it assembles to ")
           << (getDropFill() ? "drop components" : "reuse structures")
           << ", got one with the assembly "
           << level::stringifyAssembly(getAssembly());
  if (getDropFill() && getReuse())
    return emitOpError("cannot drop components of structures that it reuses");
  return success();
}

/// Checks that the names of index variables and workspaces are unique.
static LogicalResult verifyNames(KernelOp kernel) {
  llvm::StringSet<> indexNames, workspaceNames;
  auto verifyName = [](Operation *op, llvm::StringSet<> &names,
                       StringRef name) -> WalkResult {
    if (name.empty())
      return op->emitOpError("expected a name");
    if (!names.insert(name).second)
      return op->emitOpError("the name '")
             << name << "' occurs twice in the kernel";
    return WalkResult::advance();
  };
  WalkResult result =
      kernel.walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
        for (StringAttr name : getIndexNames(op))
          if (verifyName(op, indexNames, name).wasInterrupted())
            return WalkResult::interrupt();
        if (auto where = dyn_cast<WhereOp>(op))
          return verifyName(op, workspaceNames, where.getName());
        return WalkResult::advance();
      });
  return failure(result.wasInterrupted());
}

/// The name of an index variable that has an extent.
static StringRef getIndexName(Value index) {
  if (auto argument = dyn_cast<BlockArgument>(index))
    return cast<ForallOp>(argument.getOwner()->getParentOp()).getName();
  Operation *op = index.getDefiningOp();
  return getIndexNames(op)[cast<OpResult>(index).getResultNumber()].getValue();
}

/// Checks, as far as types say it, that modes which variables of one extent
/// index have one size, and that they have what literals index.
static LogicalResult verifySizes(KernelOp kernel) {
  llvm::DenseMap<Value, int64_t> sizes;
  auto verifyModes = [&](Operation *op, Value ref,
                         ValueRange indices) -> LogicalResult {
    RankedTensorType type = cast<RefType>(ref.getType()).getTensor();
    for (auto [index, size] : llvm::zip(indices, type.getShape())) {
      if (ShapedType::isDynamic(size))
        continue;
      if (auto literal = index.getDefiningOp<LiteralOp>();
          literal && static_cast<int64_t>(literal.getCoordinate()) >= size)
        return op->emitOpError("indexes a mode of size ")
               << size << " by " << literal.getCoordinate();
      Value extent = getExtent(index);
      if (!extent)
        continue;
      int64_t other = sizes.insert({extent, size}).first->second;
      if (other != size)
        return op->emitOpError("indexes a mode of size ")
               << size << " by '" << getIndexName(index)
               << "', whose extent is that of a mode of size " << other;
    }
    return success();
  };
  WalkResult result = kernel.walk([&](Operation *op) -> WalkResult {
    if (auto access = dyn_cast<AccessOp>(op))
      return verifyModes(op, access.getRef(), access.getIndices());
    if (auto assign = dyn_cast<AssignOp>(op))
      return verifyModes(op, assign.getRef(), assign.getIndices());
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Checks that foralls over the parts of splits with a constant number of
/// coordinates have no other constant as their extent.
static LogicalResult verifyPartExtents(KernelOp kernel) {
  WalkResult result = kernel.walk([&](SplitOp split) -> WalkResult {
    Value part = split.getPartOfConstantRange();
    ForallOp forall = part ? getForall(part) : ForallOp();
    Value outside = forall && forall.getExtent()
                        ? kernel.getOutsideExtent(forall.getExtent())
                        : Value();
    std::optional<int64_t> extent =
        outside ? getConstantIntValue(outside) : std::nullopt;
    if (!extent || *extent == static_cast<int64_t>(split.getSize()))
      return WalkResult::advance();
    return split.emitOpError("expected a forall with an extent of ")
           << split.getSize() << " for '" << forall.getName() << "', got "
           << *extent;
  });
  return failure(result.wasInterrupted());
}

LogicalResult KernelOp::verifyRegions() {
  SmallVector<Type> expected;
  for (Type type : getOperandTypes())
    expected.push_back(
        type.isIndex() ? type : RefType::get(cast<RankedTensorType>(type)));
  if (getBlock()->getArgumentTypes() != TypeRange(expected))
    return emitOpError("expected a body with arguments of types (")
           << expected << "), got (" << getBlock()->getArgumentTypes() << ")";
  if (failed(verifyBody(*this, getBody())))
    return failure();
  ValueRange inputs = getInputRefs();
  WalkResult result = walk([&](AssignOp assign) -> WalkResult {
    if (llvm::is_contained(inputs, assign.getRef()))
      return assign.emitOpError("assigns an input of the kernel");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted() || failed(verifySizes(*this)) ||
                 failed(verifyPartExtents(*this)) ||
                 failed(verifyNames(*this)));
}
