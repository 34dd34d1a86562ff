// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IERC20 {
    function balanceOf(address holder) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
}

/// @title A treasury that pays stablecoins to trusted addresses.
/// @notice Hover over an address to see its summary; click the CodeLens above it to score its risk.
contract Treasury {
    // Tokens that the treasury holds.
    address public constant USDC = 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48;
    address public constant USDT = 0xdAC17F958D2ee523a2206206994597C13D831ec7;
    address public constant DAI = 0x6B175474E89094C44Da98b954EedeAC495271d0F;
    address public constant WETH = 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2;

    // Exchanges that it trades on.
    address public constant UNISWAP_V3_ROUTER = 0xE592427A0AEce92De3Edee1F18E0157C05861564;
    address public constant UNISWAP_V2_ROUTER = 0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D;

    // Never pay this one: the router of a sanctioned mixer.
    address public constant MIXER = 0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b;

    // All lowercase, so it has no checksum.
    address public owner = 0xd8da6bf26964af9d7eed9e03e53415d37aa96045;

    // Placeholders: no one controls them, and they are never looked up.
    address private constant NOBODY = 0x0000000000000000000000000000000000000000;
    address private constant BURN = 0x000000000000000000000000000000000000dEaD;
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    error NotOwner(address caller);
    error Refused(address to);

    /// @param to a counterparty that the owner has looked up
    function pay(address to, uint256 amount) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        if (to == MIXER || to == NOBODY || to == BURN || to == NATIVE) revert Refused(to);
        IERC20(USDC).transfer(to, amount);
    }

    function holdings() external view returns (uint256 usdc, uint256 dai) {
        usdc = IERC20(USDC).balanceOf(address(this));
        dai = IERC20(DAI).balanceOf(address(this));
    }
}
